import type { MessageTexts } from './message-texts.ts'

export const arabic: MessageTexts = {
  booking_confirmed:
    'تم تأكيد موعدك في {{1}}: {{2}}. للتغيير أو الإلغاء: {{3}} (أرسل إلغاء لإيقاف الرسائل)',
  booking_rescheduled: 'تغيّر موعدك في {{1}} ({{3}}). الموعد الجديد: {{2}}.',
  booking_cancelled: 'أُلغي موعدك في {{1}} ({{2}}).',
  booking_reminder: 'نراك في {{1}}: {{2}}. إن تعذّر حضورك فأخبرنا عبر {{3}} قريبًا.',
  waitlist_offer: 'وقت متاح في {{1}}: {{2}}. محجوز لك حتى {{4}}: أجب عبر {{3}} قبل ذلك.',
  owner_booking_created: 'حجز جديد: {{1}}، {{2}}، مع {{3}}.',
  owner_booking_rescheduled: 'نُقل حجز: {{2}} مع {{3}}، الآن {{1}}.',
  owner_booking_cancelled: 'أُلغي حجز: {{1}}، {{2}}، مع {{3}}.',
}
