import type { Role } from '@silla/core'
import type { Language } from '@silla/locale'

/** Texts of emails to people who work at a salon. */
export interface StaffTexts {
  invitation: {
    heading(salon: string): string
    subject(salon: string): string
    text(salon: string): string
    once(until: string): string
    button: string
    /** It may have been sent to the wrong address. */
    ignore: string
  }
  labels: { role: string }
  roles: Record<Role, string>
}

export const staffTexts: Record<Language, StaffTexts> = {
  es: {
    invitation: {
      heading: (salon) => `Únete al equipo de ${salon}`,
      subject: (salon) => `Te invitan al equipo de ${salon}`,
      text: (salon) => `${salon} te invita a trabajar con su agenda. Acepta para entrar.`,
      once: (until) => `El enlace es solo para ti, sirve una vez y caduca el ${until}.`,
      button: 'Aceptar la invitación',
      ignore: 'Si no conoces este salón, no tienes que hacer nada.',
    },
    labels: { role: 'Puesto' },
    roles: {
      owner: 'Propietario',
      manager: 'Encargado',
      receptionist: 'Recepción',
      professional: 'Profesional',
    },
  },
  en: {
    invitation: {
      heading: (salon) => `Join the team of ${salon}`,
      subject: (salon) => `You are invited to the team of ${salon}`,
      text: (salon) => `${salon} invites you to work with its calendar. Accept to sign in.`,
      once: (until) => `The link is only for you, works once and expires on ${until}.`,
      button: 'Accept the invitation',
      ignore: 'If you do not know this salon, you do not have to do anything.',
    },
    labels: { role: 'Role' },
    roles: {
      owner: 'Owner',
      manager: 'Manager',
      receptionist: 'Front desk',
      professional: 'Professional',
    },
  },
  ar: {
    invitation: {
      heading: (salon) => `انضم إلى فريق ${salon}`,
      subject: (salon) => `دعوة للانضمام إلى فريق ${salon}`,
      text: (salon) => `يدعوك ${salon} إلى العمل على تقويمه. اقبل الدعوة لتسجيل الدخول.`,
      once: (until) => `الرابط لك وحدك، ويعمل مرة واحدة، وتنتهي صلاحيته في ${until}.`,
      button: 'قبول الدعوة',
      ignore: 'إذا كنت لا تعرف هذا الصالون، فلا داعي لفعل أي شيء.',
    },
    labels: { role: 'الدور' },
    roles: {
      owner: 'مالك',
      manager: 'مدير',
      receptionist: 'الاستقبال',
      professional: 'مختص',
    },
  },
}
