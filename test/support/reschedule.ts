import type { ApiResponse, Client } from './client.ts'

/** Moves a booking, by default with its code. */
export const reschedule = (
  client: Client,
  booking: { id: number; codigo: string },
  to: { fecha: string; hora_inicio: string; [field: string]: unknown },
  headers: Record<string, string> = {},
): Promise<ApiResponse> =>
  client.post(`/reservas/${booking.id}/reprogramar/`, { codigo: booking.codigo, ...to }, headers)

/** Without the code, for a customer's token or a secret key. */
export const noCode = { codigo: null }
