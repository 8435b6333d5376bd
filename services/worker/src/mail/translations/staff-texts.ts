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
  download: {
    heading: string
    subject(salon: string): string
    text(salon: string): string
    until(until: string): string
    button: string
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
    download: {
      heading: 'Los datos de tu salón',
      subject: (salon) => `Descarga los datos de ${salon}`,
      text: (salon) =>
        `Has pedido todos los datos de ${salon}: citas, clientes, cobros y lo demás. El enlace abre la agenda, donde los descargas con tu llave de acceso.`,
      until: (until) =>
        `Es solo para ti y caduca el ${until}. El archivo tiene datos personales: guárdalo en un lugar seguro y bórralo cuando ya no haga falta.`,
      button: 'Descargar los datos',
      unexpected: 'Si no los has pedido tú, anula el enlace en Ajustes y revisa tus sesiones.',
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
    download: {
      heading: 'The data of your salon',
      subject: (salon) => `Download the data of ${salon}`,
      text: (salon) =>
        `You have requested all data of ${salon}: appointments, customers, payments and the rest. The link opens the calendar, where you download them with your passkey.`,
      until: (until) =>
        `It is only for you and expires on ${until}. The file contains personal data: store it in a safe place, and delete it when it is not needed any more.`,
      button: 'Download the data',
      unexpected: 'If it was not you, revoke the link in Settings and look at your sessions.',
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
    download: {
      heading: 'بيانات صالونك',
      subject: (salon) => `تنزيل بيانات ${salon}`,
      text: (salon) =>
        `لقد طلبت جميع بيانات ${salon}: المواعيد والعملاء والمدفوعات وغيرها. يفتح الرابط التقويم، حيث تنزّلها بمفتاح المرور الخاص بك.`,
      until: (until) =>
        `الرابط لك وحدك، وتنتهي صلاحيته في ${until}. يحتوي الملف على بيانات شخصية: احفظه في مكان آمن، واحذفه عندما لا تعود بحاجة إليه.`,
      button: 'تنزيل البيانات',
      unexpected: 'إذا لم تطلبها أنت، فألغِ الرابط من الإعدادات وراجع جلساتك.',
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
