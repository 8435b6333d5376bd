import type { Language } from '@silla/locale'

interface SupportText {
  subject(salon: string): string
  heading(salon: string): string
  text(salon: string): string
  until(time: string): string
  note: string
}

/** Texts of emails about the platform's support. */
export interface SupportTexts {
  support_requested: SupportText
  support_entered: SupportText
  button: string
  labels: { operator: string; reason: string; scope: string }
  scopes: { read: string; write: string }
}

export const supportTexts: Record<Language, SupportTexts> = {
  es: {
    support_requested: {
      subject: (salon) => `El soporte pide acceso a ${salon}`,
      heading: () => 'El soporte pide acceso',
      text: (salon) => `El soporte de la plataforma quiere entrar en ${salon}. Tú decides.`,
      until: (time) => `Puedes decidir hasta el ${time}. El acceso dura 60 minutos.`,
      note: 'Si no haces nada, no entra nadie.',
    },
    support_entered: {
      subject: (salon) => `El soporte ha entrado en ${salon}`,
      heading: () => 'El soporte ha entrado sin permiso previo',
      text: (salon) => `El soporte de la plataforma ha entrado en ${salon} por una emergencia.`,
      until: (time) => `El acceso termina el ${time}. Puedes terminarlo antes.`,
      note: 'Lo que cambie queda en la auditoría del salón.',
    },
    button: 'Ver el acceso',
    labels: { operator: 'Quién', reason: 'Motivo', scope: 'Para' },
    scopes: { read: 'Solo ver', write: 'Ver y cambiar' },
  },
  en: {
    support_requested: {
      subject: (salon) => `Support requests access to ${salon}`,
      heading: () => 'Support requests access',
      text: (salon) => `Support of the platform wants to enter ${salon}. You decide.`,
      until: (time) => `You can decide until ${time}. The access lasts 60 minutes.`,
      note: 'If you do nothing, nobody enters.',
    },
    support_entered: {
      subject: (salon) => `Support has entered ${salon}`,
      heading: () => 'Support has entered without an approval',
      text: (salon) => `Support of the platform has entered ${salon} in an emergency.`,
      until: (time) => `The access ends on ${time}. You can end it before.`,
      note: 'What it changes is in the audit log of the salon.',
    },
    button: 'Show the access',
    labels: { operator: 'Who', reason: 'Reason', scope: 'To' },
    scopes: { read: 'Read only', write: 'Read and change' },
  },
  ar: {
    support_requested: {
      subject: (salon) => `الدعم يطلب الوصول إلى ${salon}`,
      heading: () => 'الدعم يطلب الوصول',
      text: (salon) => `يريد دعم المنصة الدخول إلى ${salon}. القرار لك.`,
      until: (time) => `يمكنك اتخاذ القرار حتى ${time}. يستمر الوصول 60 دقيقة.`,
      note: 'إذا لم تفعل شيئًا، فلن يدخل أحد.',
    },
    support_entered: {
      subject: (salon) => `دخل الدعم إلى ${salon}`,
      heading: () => 'دخل الدعم دون موافقة مسبقة',
      text: (salon) => `دخل دعم المنصة إلى ${salon} بسبب حالة طارئة.`,
      until: (time) => `ينتهي الوصول في ${time}. يمكنك إنهاؤه قبل ذلك.`,
      note: 'كل ما يغيّره مسجّل في سجل التدقيق الخاص بالصالون.',
    },
    button: 'عرض الوصول',
    labels: { operator: 'من', reason: 'السبب', scope: 'الغرض' },
    scopes: { read: 'الاطلاع فقط', write: 'الاطلاع والتغيير' },
  },
}
