// @ts-check
// Keeps the page for when there is no network, where it was built for that: `npm run build:site` puts its version into
// each page. While a page lives it holds a lock of its version's name, so that the worker keeps that version's files.

import { make, makeButton } from './dom.js';

/** Starts the worker, and says once that another version came while this page was open. */
export async function showUpdates() {
  const meta = document.querySelector('meta[name="clusterversion-history-version"]');
  // In a frame the storage is another one for each site around it.
  if (!(meta instanceof HTMLMetaElement) || window.top !== window || !navigator.serviceWorker) return;
  try {
    const root = new URL(meta.dataset.root ?? './', location.href);
    const { serviceWorker, locks } = navigator;
    void locks.request(`clusterversion-history ${root.pathname} ${meta.content}`, { mode: 'shared' }, () => {
      serviceWorker.controller?.postMessage('tidy');
      return new Promise(() => {});
    });
    const updated = serviceWorker.controller !== null;
    serviceWorker.addEventListener('controllerchange', () => {
      if (updated && document.querySelector('.update') === null) announce();
    });
    await serviceWorker.register(new URL('sw.js', root), { updateViaCache: 'none' });
  } catch {
    // Storage is refused, or the network is away: the page works as it is.
  }
}

function announce() {
  const note = make('div', '');
  note.className = 'update';
  note.setAttribute('role', 'status');
  note.append(make('span', 'A new version is ready.'), makeButton('Reload', () => location.reload()));
  document.body.append(note);
}
