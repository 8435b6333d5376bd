/** The first few of them, and how many more there are: `a, b, c, d, e and 7 businesses more`. */
export function formatList(names: readonly string[], what = ''): string {
  const shown = names.slice(0, mostShown).join(', ')
  const more = names.length - mostShown
  return more <= 0 ? shown : `${shown} and ${more} ${what === '' ? '' : `${what} `}more`
}

const mostShown = 5
