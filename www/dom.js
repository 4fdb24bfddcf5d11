// @ts-check

/**
 * The page's element of an id, of the type that the script counts on.
 * @template {Element} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} with the id ${id}`);
  return found;
}

/**
 * @param {string} tag
 * @param {string} text
 */
export function make(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/**
 * @param {string} name
 * @param {() => void} press
 */
export function makeButton(name, press) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.addEventListener('click', press);
  return button;
}
