import type { MessageTexts } from './message-texts.ts'

export const spanish: MessageTexts = {
  booking_confirmed:
    'Cita confirmada en {{1}}: {{2}}. Cambiar o anular: {{3}} (para no recibir mensajes, responde BAJA)',
  booking_rescheduled: 'Tu cita en {{1}} ha cambiado ({{3}}). Nueva hora: {{2}}.',
  booking_cancelled: 'Tu cita en {{1}} ({{2}}) se ha anulado.',
  booking_reminder:
    'Te esperamos en {{1}}: {{2}}. Si no puedes venir, avisa en {{3}} cuanto antes.',
  waitlist_offer:
    'Hay una hora libre en {{1}}: {{2}}. Te la guardamos hasta las {{4}}: responde en {{3}} antes.',
  owner_booking_created: 'Nueva cita: {{1}}, {{2}}, con {{3}}.',
  owner_booking_rescheduled: 'Cita cambiada: {{2}} con {{3}}, ahora {{1}}.',
  owner_booking_cancelled: 'Cita anulada: {{1}}, {{2}}, con {{3}}.',
}
