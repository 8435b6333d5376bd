import type { Piece } from '../grid/pieces.ts'
import type { Host } from '../host/host.ts'

/** Opens what stands in the grid; its dialog is loaded then. */
export async function openPiece(host: Host, { what }: Piece): Promise<void> {
  if (what.kind === 'booking') return openBooking(host, what.booking)
  if (what.kind === 'block') {
    const { BlockSheet } = await import('./block-sheet.ts')
    return host.open(new BlockSheet(host, what.block))
  }
  host.announce(host.text.day.held)
}

export async function openBooking(
  host: Host,
  { id, cliente }: { id: number; cliente: { nombre: string } },
): Promise<void> {
  const { BookingSheet } = await import('./booking-sheet.ts')
  host.open(new BookingSheet(host, { id, name: cliente.nombre }))
}
