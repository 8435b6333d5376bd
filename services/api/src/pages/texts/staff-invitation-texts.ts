import type { Language } from '@silla/locale'

/** Texts of the page on which somebody accepts an invitation to the staff of a salon. */
export interface StaffInvitationTexts {
  title: string
  name: string
  role: string
  until: string
  /** What accepting means. */
  confirms: string
  accept: string
  signIn: string
  joined: string
  makePasskey: string
  later: string
  /** What the script shows. */
  script: {
    invalidTitle: string
    usedTitle: string
    expiredTitle: string
    suspendedTitle: string
    /** The address has no token. */
    incomplete: string
  }
}

export const staffInvitationTexts: Record<Language, StaffInvitationTexts> = {
  es: {
    title: 'Te invitan a un equipo',
    name: 'Nombre',
    role: 'Puesto',
    until: 'Válida hasta',
    confirms: 'Al aceptar confirmas tu correo y entras en este dispositivo.',
    accept: 'Aceptar la invitación',
    signIn: 'Ir al acceso del equipo',
    joined: 'Ya estás en el equipo',
    makePasskey: 'Crea ahora una llave de acceso para entrar la próxima vez sin código.',
    later: 'Ahora no',
    script: {
      invalidTitle: 'La invitación no es válida',
      usedTitle: 'La invitación ya se ha usado',
      expiredTitle: 'La invitación ha caducado',
      suspendedTitle: 'El salón no está disponible',
      incomplete: 'Falta una parte del enlace. Ábrelo entero desde el correo de la invitación.',
    },
  },
  en: {
    title: 'You are invited to a team',
    name: 'Name',
    role: 'Role',
    until: 'Valid until',
    confirms: 'By accepting you confirm your e-mail and sign in on this device.',
    accept: 'Accept the invitation',
    signIn: 'Go to the team sign-in',
    joined: 'You are on the team',
    makePasskey: 'Make a passkey now to sign in without a code next time.',
    later: 'Not now',
    script: {
      invalidTitle: 'The invitation is not valid',
      usedTitle: 'The invitation has been used',
      expiredTitle: 'The invitation has expired',
      suspendedTitle: 'The salon is not available',
      incomplete: 'Part of the link is missing. Open the whole link from the invitation e-mail.',
    },
  },
  ar: {
    title: 'أنت مدعو إلى فريق',
    name: 'الاسم',
    role: 'الدور',
    until: 'صالحة حتى',
    confirms: 'بقبولك الدعوة تؤكد بريدك الإلكتروني وتدخل من هذا الجهاز.',
    accept: 'قبول الدعوة',
    signIn: 'الذهاب إلى دخول الفريق',
    joined: 'أنت الآن في الفريق',
    makePasskey: 'أنشئ الآن مفتاح مرور للدخول في المرة القادمة من دون رمز.',
    later: 'ليس الآن',
    script: {
      invalidTitle: 'الدعوة غير صالحة',
      usedTitle: 'استُخدمت الدعوة بالفعل',
      expiredTitle: 'انتهت صلاحية الدعوة',
      suspendedTitle: 'الصالون غير متاح',
      incomplete: 'جزء من الرابط ناقص. افتح الرابط كاملًا من رسالة الدعوة.',
    },
  },
}
