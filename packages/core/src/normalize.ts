/**
 * A text in small letters without accents: `Barbería Núñez` and `barberia nunez` are then the same.
 */
export const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
