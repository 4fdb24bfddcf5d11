// Before the page is painted for the first time: a link that carries a text needs no room for how to begin.
if (/[#&](data|before|after)=/.test(location.hash)) document.documentElement.dataset.arriving = 'true';
