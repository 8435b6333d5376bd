/** A text in small letters without accents: `Barbería Núñez` and `barberia nunez` are then the same. */
export const plainLetters = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
