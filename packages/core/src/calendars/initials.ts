/** `L. P. G.` for `Lucía Prado García`: of at most three words, and empty for a name without letters. */
export function initialsOf(name: string): string {
  const initials = name
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((word) => firstLetter.exec(word)?.[0].toUpperCase() ?? [])
  return initials
    .slice(0, maxInitials)
    .map((initial) => `${initial}.`)
    .join(' ')
}

const firstLetter = /[\p{L}\p{N}]\p{M}*/u
const maxInitials = 3
