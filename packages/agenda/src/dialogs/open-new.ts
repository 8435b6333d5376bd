import type { Host } from '../host/host.ts'
import type { Wanted } from './new-booking-dialog.ts'

// The dialogs that views open with their buttons; each is loaded when it is first opened.

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

export async function openAbsence(
  host: Host,
  professional: { id: number; nombre: string },
  date: string,
): Promise<void> {
  const { AbsenceDialog } = await import('./absence-dialog.ts')
  host.open(new AbsenceDialog(host, professional, date))
}
