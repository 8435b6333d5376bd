import { dataOf } from '../../support/assertions.ts'
import type { TestSalon } from '../../support/salon.ts'

interface Line {
  nombre: string
  profesional: { nombre: string }
}

interface Booking {
  id: number
  codigo: string
  estado: string
  hora_inicio: string
  servicios: Line[]
  cliente: { id: number; nombre: string; email: string }
  pago: { estado: string; monto: number } | null
}

/** The salon's bookings of a day, the earliest first. */
export async function bookingsOf(salon: TestSalon, date = salon.today): Promise<Booking[]> {
  const query = `desde=${date}&hasta=${date}`
  const { items } = dataOf(await salon.backend.get(`/reservas/?${query}`))
  return items.toReversed()
}

/** In short: `10:00 Ana Corte, Bea Barba: Lucía Prado, confirmada`. */
export async function diaryOf(salon: TestSalon, date = salon.today): Promise<string[]> {
  return (await bookingsOf(salon, date)).map(({ hora_inicio, servicios, cliente, estado }) => {
    const lines = servicios.map(({ nombre, profesional }) => `${profesional.nombre} ${nombre}`)
    return `${hora_inicio} ${lines.join(', ')}: ${cliente.nombre}, ${estado}`
  })
}
