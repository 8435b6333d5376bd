import * as answers from './answers.ts'
import type { Fields } from './shape.ts'

/** One path of the contract: what may be asked, and what is answered. */
export interface Path {
  method: 'GET' | 'POST'
  /** Behind /api/v1. */
  path: string
  query: string[]
  /** Fields of the body, the required ones first. */
  body?: { required: string[]; optional: string[] }
  status: 200 | 201
  answer: Fields
}

const get = (path: string, query: string[], answer: Fields): Path => ({
  method: 'GET',
  path,
  query,
  status: 200,
  answer,
})

const pages = ['page', 'page_size']
const length = ['servicio_id', 'servicios', 'duracion']
const range = ['desde', 'hasta']

/** Everything that a salon can be asked so far. `lang` goes everywhere (D7), pages with every list (D6). */
export const paths: Path[] = [
  get('/negocio/', [], answers.business),
  get('/negocio/horarios/', pages, answers.openingHours),
  get('/negocio/festivos/', [...range, ...pages], answers.closingDays),
  get('/servicios/', ['categoria_id', 'reservable_online', 'destacado', ...pages], answers.services),
  get('/servicios/{id}/', [], answers.serviceDetail),
  get('/categorias/', ['tipo', ...pages], answers.categories),
  get('/peluqueros/', ['servicio_id', 'disponible_hoy', ...pages], answers.professionals),
  get('/peluqueros/{id}/', [], answers.professionalDetail),
  get('/peluqueros/{id}/horario/', [], answers.schedule),
  get('/disponibilidad/{peluquero_id}/{fecha}/', length, answers.day),
  get('/disponibilidad/dias/', ['peluquero_id', ...length, ...range, ...pages], answers.days),
  {
    method: 'POST',
    path: '/reservas/crear/',
    query: [],
    body: {
      required: ['servicio_ids', 'peluquero_id', 'fecha', 'hora_inicio'],
      // D9
      optional: ['nombre', 'email', 'telefono', 'notas', 'usar_puntos', 'por_negocio'],
    },
    status: 201,
    answer: answers.booking,
  },
  get('/reservas/codigo/{codigo}/', [], answers.bookingDetail),
  {
    method: 'POST',
    path: '/reservas/{id}/cancelar/',
    query: [],
    body: { required: [], optional: ['motivo', 'codigo'] },
    status: 200,
    answer: answers.cancellation,
  },
]
