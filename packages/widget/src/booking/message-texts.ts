import type { Language } from '@silla/locale'

interface MessageTexts {
  title: string
  hint: string
  /** What a customer agrees to; `{channels}` are those that they tick. */
  wording: string
  channels: Record<'whatsapp' | 'sms', string>
}

/** What is said where the salon sends messages to phones. */
export const messageTexts: Record<Language, MessageTexts> = {
  es: {
    title: '¿Cómo te avisamos?',
    hint: 'Por correo, salvo que prefieras el móvil:',
    wording:
      'Quiero recibir en este móvil, por {channels}, las confirmaciones, cambios y recordatorios de mis citas, y las horas libres que espero, en lugar de por correo. Puedo dejarlo cuando quiera, en la página de la cita o respondiendo BAJA.',
    channels: { whatsapp: 'WhatsApp', sms: 'SMS' },
  },
  en: {
    title: 'How may we remind you?',
    hint: 'By email, unless you prefer your phone:',
    wording:
      'I want to get confirmations, changes and reminders of my appointments, and free times that I wait for, on this phone by {channels} instead of by email. I can stop it at any time, on the page of the appointment or by replying STOP.',
    channels: { whatsapp: 'WhatsApp', sms: 'SMS' },
  },
  ar: {
    title: 'كيف نذكّرك؟',
    hint: 'بالبريد الإلكتروني، إلا إذا كنت تفضّل الهاتف:',
    wording:
      'أريد استلام تأكيدات مواعيدي وتغييراتها والتذكير بها، والأوقات المتاحة التي أنتظرها، على هذا الهاتف عبر {channels} بدلًا من البريد الإلكتروني. يمكنني إيقافها متى شئت، من صفحة الموعد أو بالرد بكلمة إلغاء.',
    channels: { whatsapp: 'WhatsApp', sms: 'SMS' },
  },
}
