import type { Wire } from '@silla/client'
import type { Api } from '../api/api.ts'

export type Service = Wire['Servicio']
export type Professional = Pick<Wire['Profesional'], 'id' | 'nombre' | 'servicios_ids'>

/** What the salon offers, and how it writes amounts. */
export interface Catalog {
  services: readonly Service[]
  professionals: readonly Professional[]
  /** Two letters. */
  country: string
  currency: string
  timeZone: string
  /** Of its texts. */
  mainLanguage: string
  /** The number of a service's category, in the order of the salon, which is the number of its colour. */
  hueOf(serviceId: number): number
}

/** How many colours there are; categories beyond them begin again. */
const hues = 8

export async function loadCatalog(api: Api): Promise<Catalog> {
  const [{ servicios }, { profesionales }, business] = await Promise.all([
    api.call((silla) => silla.GET('/api/v1/servicios/')),
    api.call((silla) => silla.GET('/api/v1/peluqueros/')),
    api.call((silla) => silla.GET('/api/v1/negocio/')),
  ])
  return catalogOf({
    services: servicios,
    professionals: profesionales.map(({ id, nombre, servicios_ids }) => ({
      ...{ id, nombre, servicios_ids },
    })),
    country: business.direccion.pais,
    currency: business.configuracion.moneda,
    timeZone: business.configuracion.timezone,
    mainLanguage: business.configuracion.idioma_principal,
  })
}

/** With the colours of its categories. */
export function catalogOf(parts: Omit<Catalog, 'hueOf'>): Catalog {
  const categories = [...new Set(parts.services.map(({ categoria }) => categoria.id))]
  const hueByService = new Map(
    parts.services.map(({ id, categoria }) => [id, categories.indexOf(categoria.id) % hues]),
  )
  return { ...parts, hueOf: (id) => hueByService.get(id) ?? hues }
}
