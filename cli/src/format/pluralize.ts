/** `1 change`, `2 changes`, `2 businesses`. */
export const pluralize = (count: number, what: string): string => {
  if (count === 1) return `1 ${what}`
  return `${count} ${what}${/(s|ch)$/.test(what) ? 'es' : 's'}`
}
