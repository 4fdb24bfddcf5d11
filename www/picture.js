// @ts-check
// An SVG as a PNG, twice as wide and high as the SVG says, so that it stays sharp.

const SCALE = 2;

/** @param {string} svg with its width and height */
export async function draw(svg) {
  if (svg === '') throw new Error('there is no timeline to draw');
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser draws no pictures');
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((/** @type {(blob: Blob) => void} */ done, failed) => {
      canvas.toBlob((blob) => (blob === null ? failed(new Error('the picture is too large')) : done(blob)), 'image/png');
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
