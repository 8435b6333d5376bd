/** `L. P. G.` for `Lucía Prado García`: of at most three words, and empty for a name without letters. */
export function initialsOf(name: string): string {
  let initials = ''
  let count = 0
  for (const [, letter = ''] of name.normalize('NFC').matchAll(firstOfWord)) {
    initials += `${count === 0 ? '' : ' '}${letter.toUpperCase()}.`
    if (++count === maxInitials) break
  }
  return initials
}

/** The first letter or digit of a word, with its marks. */
const firstOfWord = /(?<!\S)[^\s\p{L}\p{N}]*([\p{L}\p{N}]\p{M}*)/gu
const maxInitials = 3
