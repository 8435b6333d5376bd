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
  roleChanged: {
    heading: string
    subject(salon: string): string
    text(salon: string): string
    /** Somebody else should not have changed it. */
    unexpected: string
  }
  labels: { role: string; at: string }
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
    roleChanged: {
      heading: 'Tus permisos han cambiado',
      subject: (salon) => `Tus permisos en ${salon} han cambiado`,
      text: (salon) => `Alguien que lleva ${salon} ha cambiado lo que puedes ver y hacer allí.`,
      unexpected: 'Si no lo esperabas, pregunta a quien lleva el salón.',
    },
    labels: { role: 'Puesto', at: 'Cuándo' },
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
    roleChanged: {
      heading: 'Your permissions have changed',
      subject: (salon) => `Your permissions at ${salon} have changed`,
      text: (salon) => `A manager of ${salon} has changed what you can see and do there.`,
      unexpected: 'If you did not expect it, ask a manager of the salon.',
    },
    labels: { role: 'Role', at: 'When' },
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
    roleChanged: {
      heading: 'تغيّرت صلاحياتك',
      subject: (salon) => `تغيّرت صلاحياتك في ${salon}`,
      text: (salon) => `غيّر أحد مديري ${salon} ما يمكنك رؤيته وفعله هناك.`,
      unexpected: 'إذا لم تكن تتوقع ذلك، فاسأل مدير الصالون.',
    },
    labels: { role: 'الدور', at: 'الوقت' },
    roles: {
      owner: 'مالك',
      manager: 'مدير',
      receptionist: 'الاستقبال',
      professional: 'مختص',
    },
  },
}
