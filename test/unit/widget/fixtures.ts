import type { Screen } from '../../../packages/widget/src/booking/screen.ts'
import type { BookingState } from '../../../packages/widget/src/booking/state.ts'

const service = (id: number, nombre: string, minutes: number, price: number) => ({
  id,
  nombre,
  descripcion: '',
  duracion_minutos: minutes,
  precio: price,
  precio_oferta: null as number | null,
  puntos_canjea: 0,
  imagen_url: '',
  destacado: false,
  categoria: { id: 1 },
  profesionales_ids: [],
})

const professional = (id: number, nombre: string, servicios_ids: number[]) => ({
  id,
  nombre,
  cargo: '',
  imagen_url: null,
  valoracion_media: 0,
  total_resenas: 0,
  servicios_ids,
})

/** Ana does 1 and 2 and takes less time and more money for the fade, Bea 1 and 3. */
export const screen: Screen = {
  negocio: { configuracion: { acepta_pagos_online: false } } as Screen['negocio'],
  categorias: [{ id: 1, nombre: 'Corte', descripcion: '' }],
  servicios: [
    service(1, 'Corte', 30, 18),
    { ...service(2, 'Degradado', 45, 22.5), precio_oferta: 19.9 },
    service(3, 'Color', 70, 60),
  ],
  peluqueros: [professional(7, 'Ana', [1, 2]), professional(8, 'Bea', [1, 3])],
  ownServices: new Map([
    [
      7,
      [
        { id: 1, nombre: 'Corte', precio: 18, duracion_minutos: 30, fases: [] },
        { id: 2, nombre: 'Degradado', precio: 25.9, duracion_minutos: 35, fases: [] },
      ],
    ],
  ]),
}

export const hold = { id: 1, token: 'token' } as BookingState['hold']
