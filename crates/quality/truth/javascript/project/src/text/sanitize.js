const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
]);

const SUMMARY_LENGTH = 280;

/** Removes tags and script blocks, then decodes the common entities. */
export function plainText(html) {
  const bare = html
    .replace(/<script[\s\S]*?<\/script>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return decodeEntities(bare);
}

export function decodeEntities(text) {
  return text.replace(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES.get(entity));
}

/** Shortens at a word boundary and adds an ellipsis; short text is returned as it is. */
export function summarize(text, length = SUMMARY_LENGTH) {
  if (text.length <= length) return text;
  const cut = text.lastIndexOf(' ', length);
  return `${text.slice(0, cut > 0 ? cut : length)}…`;
}

export function escapeAttribute(value) {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
