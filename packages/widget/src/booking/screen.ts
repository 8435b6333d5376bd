import type { Wire } from '@silla/client'

/** What the widget knows of a salon: all that the steps before the time need. */
export interface Screen {
  negocio: Pick<
    Wire['Negocio'],
    'id' | 'nombre' | 'telefono' | 'telefono_formateado' | 'direccion' | 'configuracion' | 'pagos'
  >
  categorias: Pick<Wire['Categoria'], 'id' | 'nombre' | 'descripcion'>[]
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
  | 'imagen_url'
  | 'puntos_canjea'
  | 'destacado'
  | 'profesionales_ids'
> & { categoria: Pick<Wire['Servicio']['categoria'], 'id'> }

export type ScreenProfessional = Pick<
  Wire['Profesional'],
  'id' | 'nombre' | 'cargo' | 'imagen_url' | 'valoracion_media' | 'total_resenas' | 'servicios_ids'
>
