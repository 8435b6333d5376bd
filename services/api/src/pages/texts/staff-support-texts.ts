import type { Language } from '@silla/locale'

/** Texts about the platform's support, on the page of staff. */
export interface StaffSupportTexts {
  title: string
  hint: string
  /** What the script shows. */
  script: {
    supportInside: string
    supportNone: string
    supportReads: string
    supportWrites: string
    supportStates: Record<string, string>
    supportUntil: string
    supportApprove: string
    supportRefuse: string
    supportEnd: string
    supportApproved: string
    supportRefused: string
    supportEnded: string
  }
}

export const staffSupportTexts: Record<Language, StaffSupportTexts> = {
  es: {
    title: 'Soporte de la plataforma',
    hint: 'Solo entra si un propietario lo permite, durante 60 minutos. Lo que cambie queda en la auditoría.',
    script: {
      supportInside: 'El soporte está en el salón',
      supportNone: 'Nadie ha pedido acceso.',
      supportReads: 'solo ver',
      supportWrites: 'ver y cambiar',
      supportStates: {
        solicitado: 'Pide acceso',
        aprobado: 'Con acceso',
        rechazado: 'Rechazado',
        caducado: 'Caducado',
        terminado: 'Terminado',
      },
      supportUntil: 'hasta',
      supportApprove: 'Permitir',
      supportRefuse: 'Rechazar',
      supportEnd: 'Terminar',
      supportApproved: 'El soporte puede entrar durante 60 minutos.',
      supportRefused: 'El soporte no puede entrar.',
      supportEnded: 'El acceso ha terminado.',
    },
  },
  en: {
    title: 'Support of the platform',
    hint: 'It enters only when an owner allows it, for 60 minutes. What it changes is in the audit log.',
    script: {
      supportInside: 'Support is in the salon',
      supportNone: 'Nobody has requested access.',
      supportReads: 'read only',
      supportWrites: 'read and change',
      supportStates: {
        solicitado: 'Requests access',
        aprobado: 'Has access',
        rechazado: 'Refused',
        caducado: 'Expired',
        terminado: 'Ended',
      },
      supportUntil: 'until',
      supportApprove: 'Allow',
      supportRefuse: 'Refuse',
      supportEnd: 'End',
      supportApproved: 'Support can enter for 60 minutes.',
      supportRefused: 'Support cannot enter.',
      supportEnded: 'The access has ended.',
    },
  },
  ar: {
    title: 'دعم المنصة',
    hint: 'لا يدخل إلا إذا سمح له أحد المالكين، ولمدة 60 دقيقة. كل ما يغيّره مسجّل في سجل التدقيق.',
    script: {
      supportInside: 'الدعم داخل الصالون الآن',
      supportNone: 'لم يطلب أحد الوصول.',
      supportReads: 'الاطلاع فقط',
      supportWrites: 'الاطلاع والتغيير',
      supportStates: {
        solicitado: 'يطلب الوصول',
        aprobado: 'لديه وصول',
        rechazado: 'مرفوض',
        caducado: 'منتهي الصلاحية',
        terminado: 'انتهى',
      },
      supportUntil: 'حتى',
      supportApprove: 'السماح',
      supportRefuse: 'رفض',
      supportEnd: 'إنهاء',
      supportApproved: 'يمكن للدعم الدخول لمدة 60 دقيقة.',
      supportRefused: 'لا يمكن للدعم الدخول.',
      supportEnded: 'انتهى الوصول.',
    },
  },
}
