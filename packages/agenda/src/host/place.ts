/** The views by their names in the address, in the order of the menu; the first one is `/agenda` itself. */
export const viewNames = [
  'dia',
  'semana',
  'lista',
  'mes',
  'confirmar',
  'espera',
  'buscar',
  'informes',
  'ajustes',
] as const

export type ViewName = (typeof viewNames)[number]

/** What the address names: `/agenda/semana?fecha=2030-03-04`. */
export interface Place {
  view: ViewName
  query: URLSearchParams
}

const root = '/agenda'

/** An unknown view is the first one: an address edited by hand shows the page. */
export function placeOf({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place {
  const named = pathname.slice(root.length).replace(/^\/|\/$/g, '')
  const view = viewNames.find((name) => name === named) ?? 'dia'
  return { view, query: new URLSearchParams(search) }
}

export function addressOf({ view, query }: Place): string {
  const path = view === 'dia' ? root : `${root}/${view}`
  const search = query.toString()
  return search ? `${path}?${search}` : path
}

/** The day of the address; null: today, also where a date edited by hand is none. */
export function dateOfQuery(query: URLSearchParams): string | null {
  const date = query.get('fecha') ?? ''
  const start = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(start) && new Date(start).toISOString().startsWith(`${date}T`) ? date : null
}

/** The professionals that are chosen; empty: all. */
export const shownProfessionals = (query: URLSearchParams): number[] =>
  (query.get('personas') ?? '')
    .split(',')
    .map(Number)
    .filter((id) => id > 0)
