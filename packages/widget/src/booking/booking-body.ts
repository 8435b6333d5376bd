/** What is booked and held: services, people and time. */
export interface VisitBody {
  servicio_ids?: number[]
  peluquero_id?: number
  lineas?: { servicio_id: number; peluquero_id: number }[]
  fecha: string
  hora_inicio: string
}

/** The request that books: a visit and whose it is. */
export interface BookingBody extends VisitBody {
  retencion?: { id: number; token: string }
  nombre?: string
  email?: string
  telefono?: string
  notas?: string
  mensajes?: { canales: ('whatsapp' | 'sms')[]; texto: string } | undefined
  origen?: string | undefined
  usar_puntos?: boolean
}
