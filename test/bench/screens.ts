import { type Measured, measure } from './measure.ts'

interface Asked {
  /** With `/api/v1`. */
  base: string
  headers: Record<string, string>
  seconds: number
}

/** What a salon's page shows without its free days. */
export const catalogueScreen = `query Catalogo {
  negocio { id nombre descripcion telefono }
  categorias { id nombre }
  servicios { items { id nombre descripcion precio precio_oferta duracion_minutos imagen_url categoria { id nombre } } }
}`

/** And what it shows when somebody wants to book: the next free days of each professional. */
export const wholeScreen = `query Pantalla {
  negocio { id nombre }
  servicios { items { id nombre precio duracion_minutos } }
  peluqueros { items { id nombre imagen_url dias { fecha disponible slots_libres primer_slot } } }
}`

/** @throws Error when the query is refused: refusals are fast, and 200 */
export async function screen(
  title: string,
  query: string,
  { base, headers, seconds }: Asked,
): Promise<Measured> {
  const url = `${base}/graphql`
  const all = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ query })
  const first = await (await fetch(url, { method: 'POST', headers: all, body })).text()
  if (first.includes('"errors"')) throw new Error(`${title}: ${first}`)
  return measure({ title, url, headers: all, connections: 32, seconds, body })
}

/** The whole screen by REST, which takes a request for each professional; counted in screens. */
export async function screenByRest(
  professionalIds: readonly number[],
  requested: Asked,
): Promise<Measured> {
  const { base, headers, seconds } = requested
  const paths = [
    '/negocio/',
    '/servicios/',
    '/peluqueros/',
    ...professionalIds.map((id) => `/disponibilidad/dias/?peluquero_id=${id}`),
  ]
  const { pathname } = new URL(base)
  const measured = await measure({
    title: `the same by REST: ${paths.length} requests`,
    url: base,
    headers,
    connections: 32,
    seconds,
    paths: paths.map((path) => `${pathname}${path}`),
  })
  return { ...measured, requestsPerSecond: measured.requestsPerSecond / paths.length }
}
