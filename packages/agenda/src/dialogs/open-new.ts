import type { Host } from '../host/host.ts'
import type { Wanted } from './new-booking-dialog.ts'

// The dialogs that add something to the agenda; each is loaded when it is first opened.

export async function openNewBooking(host: Host, wanted?: Wanted): Promise<void> {
  const { NewBookingDialog } = await import('./new-booking-dialog.ts')
  host.open(new NewBookingDialog(host, wanted))
}

export async function openBlock(
  host: Host,
  wanted: { professionalId?: number; date: string },
): Promise<void> {
  const { BlockDialog } = await import('./block-dialog.ts')
  host.open(new BlockDialog(host, wanted))
}
