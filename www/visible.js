// @ts-check
// Text of a person's as it may be shown. The page imports it; scripts/viewer.mjs puts it before the viewer of saved reports.

/**
 * What turns the direction of reading around, hides or moves a cursor is named instead of obeyed. As `visible` in
 * src/view/element.rs does it.
 * @param {string} text
 */
export const visible = (text) =>
  text.replace(
    /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu,
    (c) => '⟨U+' + (c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0') + '⟩',
  );
