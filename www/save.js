// @ts-check
// Saves what was made as a file.

/**
 * @param {string} name
 * @param {string | Blob} content
 * @param {string} type
 * @returns {string} what to say
 */
export function saveFile(name, content, type) {
  if (content === '') throw new Error('there is nothing to save');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The download reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return `Saved ${name}.`;
}

/** What makes a report of its own respond. */
export async function viewerScript() {
  const response = await fetch(new URL('pkg/viewer.js', import.meta.url));
  if (!response.ok) throw new Error(`viewer.js: ${response.status} ${response.statusText}`);
  return response.text();
}
