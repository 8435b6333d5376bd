const icon = (paths: string, name = ''): string =>
  `<svg viewBox="0 0 24 24" aria-hidden="true"${name === '' ? '' : ` class="${name}"`}>${paths}</svg>`

const star =
  '<path d="m12 3 2.7 5.6 6.2.9-4.5 4.3 1.1 6.1-5.5-2.9-5.5 2.9 1.1-6.1L3.1 9.500l6.2-.9z"/>'

/** Drawings next to texts, which say the same. */
export const icons = {
  star: icon(star, 'star'),
  noStar: icon(star),
  place: icon(
    '<path d="M12 21c4.500-4.600 7-8.200 7-11.300A7 7 0 0 0 5 9.700C5 12.800 7.500 16.400 12 21z"/><circle cx="12" cy="9.700" r="2.500"/>',
  ),
  phone: icon(
    '<path d="M6.500 3.500h3l1.500 4-2 1.500a12 12 0 0 0 6 6l1.500-2 4 1.500v3a2 2 0 0 1-2.200 2A17 17 0 0 1 4.500 5.700a2 2 0 0 1 2-2.200z"/>',
  ),
  mail: icon(
    '<rect x="3" y="5" width="18" height="14" rx="2.500"/><path d="m3.500 7 8.500 6 8.500-6"/>',
  ),
  globe: icon(
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18"/>',
  ),
}
