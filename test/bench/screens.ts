import { type Measurement, measure } from './measure.ts'

interface Target {
  /** With `/api/v1`. */
  base: string
  headers: Record<string, string>
  seconds: number
}

/** What a salon's page shows, without availability. */
export const catalogueScreen = `query Catalogo {
  negocio { id nombre descripcion telefono }
  categorias { id nombre }
  servicios { items { id nombre descripcion precio precio_oferta duracion_minutos imagen_url categoria { id nombre } } }
}`

/** The booking page: also the next free days of each professional. */
export const wholeScreen = `query Pantalla {
  negocio { id nombre }
  servicios { items { id nombre precio duracion_minutos } }
  peluqueros { items { id nombre imagen_url dias { fecha disponible slots_libres primer_slot } } }
}`

/** @throws Error when the query fails: errors are fast, and their status is 200 */
export async function screen(
  title: string,
  query: string,
  { base, headers, seconds }: Target,
): Promise<Measurement> {
  const url = `${base}/graphql`
  const jsonHeaders = { ...headers, 'content-type': 'application/json' }
  const body = JSON.stringify({ query })
  const first = await (await fetch(url, { method: 'POST', headers: jsonHeaders, body })).text()
  if (first.includes('"errors"')) throw new Error(`${title}: ${first}`)
  return measure({ title, url, headers: jsonHeaders, connections: 32, seconds, body })
}

/** The same by REST, with one request per professional; counted in screens. */
export async function screenByRest(
  professionalIds: readonly number[],
  { base, headers, seconds }: Target,
): Promise<Measurement> {
  const paths = [
    '/negocio/',
    '/servicios/',
    '/peluqueros/',
    ...professionalIds.map((id) => `/disponibilidad/dias/?peluquero_id=${id}`),
  ]
  const { pathname } = new URL(base)
  const result = await measure({
    title: `the same by REST: ${paths.length} requests`,
    url: base,
    headers,
    connections: 32,
    seconds,
    paths: paths.map((path) => `${pathname}${path}`),
  })
  return { ...result, requestsPerSecond: result.requestsPerSecond / paths.length }
}
