import type { Caller, Send } from './example-api.ts'

/** Entries of the lists of settings that the examples change and make inactive. */
export type SettingIds = Record<SettingList, number>

export type SettingList =
  | 'categorias'
  | 'recursos'
  | 'servicios'
  | 'profesionales'
  | 'productos'
  | 'paquetes'

/** What the examples about settings (D67) refer to. */
export interface ExampleSettings {
  /** Nobody needs these entries, so that they can be made inactive. */
  ids: SettingIds
  serviceCategoryId: number
  productCategoryId: number
  /** What the professional has now, as a body that changes nothing. */
  shifts: { turnos: object[] }
  offers: { servicios: object[] }
}

interface Entry {
  id: number
  identificador: string
  tipo?: string
}

/** A day that the examples open again. */
export const closedDay = '2031-05-02'

const handle = 'ejemplo'
const name = { es: 'Ejemplo', en: 'Example', ar: 'مثال' }

/**
 * Makes what is missing. The entries of the examples have a handle of their own, so that there is one
 * of each however often the pages are opened.
 */
export async function openExampleSettings(
  send: Send,
  owner: Caller,
  professionalId: number,
): Promise<ExampleSettings> {
  const categories = await entriesOf('categorias', true)
  const categoryOf = (kind: string) => {
    const found = categories.find(
      ({ identificador, tipo }) => tipo === kind && identificador !== handle,
    )
    if (!found) throw new Error(`the demo salon has no category of kind ${kind}`)
    return found.id
  }
  const serviceCategoryId = categoryOf('servicio')
  const productCategoryId = categoryOf('producto')
  const member = `profesionales/${professionalId}`
  await close('festivos')
  await close(`${member}/excepciones`)
  const { turnos } = await get<{ turnos: object[] }>(`${member}/turnos`)
  const { servicios } = await get<{ servicios: object[] }>(`${member}/servicios`)

  return {
    ids: {
      categorias: await active('categorias', { nombre: name }),
      recursos: await active('recursos', { nombre: name }),
      servicios: await active('servicios', {
        ...{ nombre: name, categoria_id: serviceCategoryId, duracion_minutos: 30, precio: 20 },
        reservable_online: false,
      }),
      profesionales: await active('profesionales', { nombre: name.es }),
      productos: await active('productos', {
        ...{ nombre: name, categoria_id: productCategoryId, precio: 9, stock: 0 },
      }),
      paquetes: await active('paquetes', { nombre: name, puntos: 10, precio: 1 }),
    },
    serviceCategoryId,
    productCategoryId,
    shifts: { turnos },
    offers: { servicios: servicios.map(withoutNulls) },
  }

  /** The entry of the examples, active again when an example has made it inactive. */
  async function active(list: SettingList, body: object): Promise<number> {
    const isOwn = ({ identificador }: Entry) => identificador === handle
    const usable = (await entriesOf(list, true)).find(isOwn)
    if (usable) return usable.id
    const inactive = (await entriesOf(list, false)).find(isOwn)
    const { ajuste } = await send<{ ajuste: Entry }>(
      owner,
      inactive
        ? { method: 'PUT', path: `/ajustes/${list}/${inactive.id}/`, body: { activo: true } }
        : { method: 'POST', path: `/ajustes/${list}/`, body: { ...body, identificador: handle } },
    )
    return ajuste.id
  }

  async function entriesOf(list: SettingList, isActive: boolean): Promise<Entry[]> {
    const entries: Entry[] = []
    for (let page = 1; ; page++) {
      const { items, pagination } = await get<{
        items: Entry[]
        pagination: { has_next: boolean }
      }>(list, `?activo=${isActive}&page_size=100&page=${page}`)
      entries.push(...items)
      if (!pagination.has_next) return entries
    }
  }

  /** Closes the salon, or a professional's day, on the day that an example opens again. */
  async function close(part: string): Promise<void> {
    const { festivos = [], excepciones = [] } = await get<{
      festivos?: { fecha: string }[]
      excepciones?: { fecha: string }[]
    }>(part)
    if ([...festivos, ...excepciones].some(({ fecha }) => fecha === closedDay)) return
    const body = { fecha: closedDay }
    await send(owner, { method: 'POST', path: `/ajustes/${part}/`, body })
  }

  function get<Data>(part: string, query = ''): Promise<Data> {
    return send<Data>(owner, { path: `/ajustes/${part}/${query}` })
  }
}

const withoutNulls = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
