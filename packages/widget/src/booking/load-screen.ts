import type { Api } from '../api/api.ts'
import type { Language } from '../text/language.ts'
import type { Screen, ScreenProfessional, ScreenService } from './screen.ts'
import { screenQuery } from './screen-query.ts'
import type { Choice } from './visit.ts'

/** One request; two more for a salon with more services or people than one page holds. */
export async function loadScreen(api: Api, language: Language): Promise<Screen> {
  const { negocio, categorias, servicios, peluqueros } =
    await api.query<ScreenResponse>(screenQuery)
  const query = { lang: language }
  const [allServices, everybody] = await Promise.all([
    servicios.pagination.has_next
      ? api.call((silla) =>
          silla.GET('/api/v1/servicios/', {
            params: { query: { ...query, reservable_online: true } },
          }),
        )
      : { servicios: servicios.items },
    peluqueros.pagination.has_next
      ? api.call((silla) => silla.GET('/api/v1/peluqueros/', { params: { query } }))
      : { profesionales: peluqueros.items },
  ])
  return {
    negocio,
    categorias,
    servicios: allServices.servicios,
    peluqueros: everybody.profesionales,
    ownServices: new Map(),
  }
}

/** Reads the own lengths and prices of the chosen people; once. */
export async function loadOwnServices(
  api: Api,
  { ownServices }: Screen,
  { professionalId, people }: Choice,
): Promise<void> {
  for (const id of people ? Object.values(people) : [professionalId]) {
    if (id === 0 || ownServices.has(id)) continue
    const { servicios } = await api.call((silla) =>
      silla.GET('/api/v1/peluqueros/{id}/', { params: { path: { id } } }),
    )
    ownServices.set(id, servicios)
  }
}

interface ScreenResponse extends Pick<Screen, 'negocio' | 'categorias'> {
  servicios: Page<ScreenService>
  peluqueros: Page<ScreenProfessional>
}

interface Page<Item> {
  items: Item[]
  pagination: { has_next: boolean }
}
