import type { Wire } from '@silla/client'
import type { Api } from '../api/api.ts'
import type { Language } from '../text/language.ts'

/** What the widget knows of a salon: all that the steps before the time need. */
export interface Screen {
  negocio: Pick<Wire['Negocio'], 'nombre' | 'telefono' | 'direccion' | 'configuracion'>
  categorias: Pick<Wire['Categoria'], 'id' | 'nombre'>[]
  servicios: ScreenService[]
  peluqueros: ScreenProfessional[]
  /** The services of a person with their own lengths and prices, by the id of the person. */
  ownServices: Map<number, Wire['ProfesionalServicio'][]>
}

export type ScreenService = Pick<
  Wire['Servicio'],
  | 'id'
  | 'nombre'
  | 'descripcion'
  | 'duracion_minutos'
  | 'precio'
  | 'precio_oferta'
  | 'puntos_canjea'
  | 'profesionales_ids'
> & { categoria: Pick<Wire['Servicio']['categoria'], 'id'> }

export type ScreenProfessional = Pick<
  Wire['Profesional'],
  'id' | 'nombre' | 'cargo' | 'imagen_url' | 'valoracion_media' | 'total_resenas' | 'servicios_ids'
>

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

/** Reads what the chosen person takes and asks for the services; once. */
export async function loadOwnServices(api: Api, screen: Screen, id: number): Promise<void> {
  if (id === 0 || screen.ownServices.has(id)) return
  const { servicios } = await api.call((silla) =>
    silla.GET('/api/v1/peluqueros/{id}/', { params: { path: { id } } }),
  )
  screen.ownServices.set(id, servicios)
}

interface ScreenResponse extends Pick<Screen, 'negocio' | 'categorias'> {
  servicios: Page<ScreenService>
  peluqueros: Page<ScreenProfessional>
}

interface Page<Item> {
  items: Item[]
  pagination: { has_next: boolean }
}

const screenQuery = `{
negocio{nombre telefono direccion{calle ciudad codigo_postal pais}configuracion{moneda timezone idioma_principal acepta_pagos_online requiere_pago_anticipado puntos_activo telefono_obligatorio antelacion_maxima_dias tiempo_cancelacion_horas}}
categorias{id nombre}
servicios(reservable_online:true,page_size:60){items{id nombre descripcion duracion_minutos precio precio_oferta puntos_canjea categoria{id}profesionales_ids}pagination{has_next}}
peluqueros(page_size:40){items{id nombre cargo imagen_url valoracion_media total_resenas servicios_ids}pagination{has_next}}
}`
