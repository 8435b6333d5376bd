import type { Permission } from '@silla/core'
import type { Language } from '@silla/locale'

/** Texts of the page on which the people of a salon are managed. */
export interface StaffPeopleTexts {
  title: string
  people: string
  signedOut: string
  notAllowed: string
  /** Who has no passkey cannot confirm. */
  noPasskey: string
  stepUp: string
  confirm: string
  toAccount: string
  invite: string
  name: string
  email: string
  role: string
  professional: string
  language: string
  /** Instead of a language: the main one of the salon. */
  salonLanguage: string
  send: string
  former: string
  back: string
  change: string
  mayDo: string
  save: string
  noSessions: string
  endAll: string
  deactivate: string
  deactivateHint: string
  no: string
  permissions: Readonly<Record<Permission, string>>
  /** What the script shows. */
  script: {
    change: string
    inviteAgain: string
    noProfessional: string
    states: { invitada: string; desactivada: string }
    until: string
    agendaOf: string
    invited: string
    invitedOften: string
    saved: string
    sessionsEnded: string
    question: string
    deactivated: string
  }
}

export const staffPeopleTexts: Record<Language, StaffPeopleTexts> = {
  es: {
    title: 'Personas del equipo',
    people: 'Quién entra',
    signedOut: 'Entra primero con tu cuenta.',
    notAllowed: 'No tienes permiso para gestionar el equipo.',
    noPasskey: 'Para gestionar el equipo necesitas una llave de acceso. Créala en tu cuenta.',
    stepUp: 'Para gestionar el equipo, confirma que eres tú.',
    confirm: 'Confirmar con llave de acceso',
    toAccount: 'Ir a tu cuenta',
    invite: 'Invitar a alguien',
    name: 'Nombre',
    email: 'Correo',
    role: 'Puesto',
    professional: 'Su agenda',
    language: 'Idioma de sus correos',
    salonLanguage: 'El del salón',
    send: 'Enviar la invitación',
    former: 'Desactivadas',
    back: 'Volver al equipo',
    change: 'Datos y permisos',
    mayDo: 'Qué puede hacer',
    save: 'Guardar los cambios',
    noSessions: 'No tiene sesiones abiertas.',
    endAll: 'Cerrar todas las sesiones',
    deactivate: 'Desactivar',
    deactivateHint:
      'Sus sesiones se cierran y ya no puede entrar. Una invitación nueva le devuelve el acceso.',
    no: 'No desactivar',
    permissions: {
      'agenda.own': 'Ver su agenda',
      'agenda.all': 'Ver todas las agendas',
      'bookings.manage': 'Gestionar citas',
      'customers.view': 'Ver clientes',
      'customers.contact': 'Ver correo y teléfono de clientes',
      'customers.notes': 'Ver y escribir fichas',
      'customers.health': 'Ver alergias',
      'customers.export': 'Exportar datos de clientes',
      'till.charge': 'Cobrar',
      'till.discount': 'Hacer descuentos',
      'till.void': 'Anular cobros',
      'reports.own': 'Ver sus informes',
      'reports.salon': 'Ver los informes del salón',
      'settings.schedule': 'Cambiar horarios',
      'settings.catalog': 'Cambiar servicios y productos',
      'settings.business': 'Cambiar datos y reglas del salón',
      'settings.payments': 'Cambiar cobros y cuenta bancaria',
      'staff.manage': 'Gestionar el equipo',
      integrations: 'Gestionar integraciones',
    },
    script: {
      change: 'Cambiar',
      inviteAgain: 'Enviar otra invitación',
      noProfessional: 'Ninguna',
      states: { invitada: 'Invitación pendiente', desactivada: 'Desactivada' },
      until: 'válida hasta {when}',
      agendaOf: 'agenda de {name}',
      invited: 'Hemos enviado una invitación a {email}.',
      invitedOften:
        'No se ha enviado: un correo recibe una invitación por hora, y un salón envía cien al día. Vuelve a intentarlo más tarde.',
      saved: 'Cambios guardados.',
      sessionsEnded: 'Todas las sesiones están cerradas.',
      question: '¿Desactivar a {name}?',
      deactivated: '{name} ya no puede entrar.',
    },
  },
  en: {
    title: 'People of the team',
    people: 'Who has access',
    signedOut: 'Please sign in to your account first.',
    notAllowed: 'You do not have permission to manage the team.',
    noPasskey: 'Managing the team needs a passkey. Make one in your account.',
    stepUp: 'To manage the team, confirm that it is you.',
    confirm: 'Confirm with a passkey',
    toAccount: 'Go to your account',
    invite: 'Invite somebody',
    name: 'Name',
    email: 'E-mail',
    role: 'Role',
    professional: 'Own agenda',
    language: 'Language of e-mails',
    salonLanguage: 'That of the salon',
    send: 'Send the invitation',
    former: 'Deactivated',
    back: 'Back to the team',
    change: 'Details and permissions',
    mayDo: 'What they may do',
    save: 'Save the changes',
    noSessions: 'They have no open sessions.',
    endAll: 'End all sessions',
    deactivate: 'Deactivate',
    deactivateHint:
      'Their sessions end and they can no longer sign in. A new invitation brings them back.',
    no: 'Do not deactivate',
    permissions: {
      'agenda.own': 'See their own agenda',
      'agenda.all': 'See all agendas',
      'bookings.manage': 'Manage bookings',
      'customers.view': 'See customers',
      'customers.contact': 'See e-mail and phone of customers',
      'customers.notes': 'Read and write notes',
      'customers.health': 'See allergies',
      'customers.export': 'Export data of customers',
      'till.charge': 'Take payments',
      'till.discount': 'Give discounts',
      'till.void': 'Void payments',
      'reports.own': 'See their own reports',
      'reports.salon': 'See the reports of the salon',
      'settings.schedule': 'Change hours and shifts',
      'settings.catalog': 'Change services and products',
      'settings.business': 'Change details and rules of the salon',
      'settings.payments': 'Change payments and bank account',
      'staff.manage': 'Manage the team',
      integrations: 'Manage integrations',
    },
    script: {
      change: 'Change',
      inviteAgain: 'Send another invitation',
      noProfessional: 'None',
      states: { invitada: 'Invitation pending', desactivada: 'Deactivated' },
      until: 'valid until {when}',
      agendaOf: 'agenda of {name}',
      invited: 'We have sent an invitation to {email}.',
      invitedOften:
        'Not sent: an e-mail address gets one invitation an hour, and a salon sends a hundred a day. Please try again later.',
      saved: 'Changes saved.',
      sessionsEnded: 'All sessions have ended.',
      question: 'Deactivate {name}?',
      deactivated: '{name} can no longer sign in.',
    },
  },
  ar: {
    title: 'أعضاء الفريق',
    people: 'من لديه حق الدخول',
    signedOut: 'سجّل الدخول إلى حسابك أولًا.',
    notAllowed: 'ليس لديك إذن لإدارة الفريق.',
    noPasskey: 'تتطلب إدارة الفريق مفتاح مرور. أنشئه في حسابك.',
    stepUp: 'لإدارة الفريق، أكّد هويتك.',
    confirm: 'التأكيد بمفتاح المرور',
    toAccount: 'الذهاب إلى حسابك',
    invite: 'دعوة شخص',
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    role: 'الدور',
    professional: 'جدوله الخاص',
    language: 'لغة رسائله',
    salonLanguage: 'لغة الصالون',
    send: 'إرسال الدعوة',
    former: 'حسابات معطّلة',
    back: 'العودة إلى الفريق',
    change: 'البيانات والصلاحيات',
    mayDo: 'ما يمكنه فعله',
    save: 'حفظ التغييرات',
    noSessions: 'لا توجد جلسات مفتوحة.',
    endAll: 'إنهاء جميع الجلسات',
    deactivate: 'تعطيل الحساب',
    deactivateHint: 'تنتهي جلساته ولا يمكنه الدخول بعد ذلك. دعوة جديدة تعيد إليه حق الدخول.',
    no: 'عدم التعطيل',
    permissions: {
      'agenda.own': 'رؤية جدوله',
      'agenda.all': 'رؤية جميع الجداول',
      'bookings.manage': 'إدارة المواعيد',
      'customers.view': 'رؤية العملاء',
      'customers.contact': 'رؤية بريد العملاء وهواتفهم',
      'customers.notes': 'قراءة الملاحظات وكتابتها',
      'customers.health': 'رؤية الحساسيات',
      'customers.export': 'تصدير بيانات العملاء',
      'till.charge': 'تحصيل المدفوعات',
      'till.discount': 'منح خصومات',
      'till.void': 'إلغاء المدفوعات',
      'reports.own': 'رؤية تقاريره',
      'reports.salon': 'رؤية تقارير الصالون',
      'settings.schedule': 'تغيير أوقات العمل',
      'settings.catalog': 'تغيير الخدمات والمنتجات',
      'settings.business': 'تغيير بيانات الصالون وقواعده',
      'settings.payments': 'تغيير الدفع والحساب البنكي',
      'staff.manage': 'إدارة الفريق',
      integrations: 'إدارة عمليات الربط',
    },
    script: {
      change: 'تغيير',
      inviteAgain: 'إرسال دعوة أخرى',
      noProfessional: 'لا شيء',
      states: { invitada: 'دعوة معلّقة', desactivada: 'معطّل' },
      until: 'صالحة حتى {when}',
      agendaOf: 'جدول {name}',
      invited: 'أرسلنا دعوة إلى {email}.',
      invitedOften:
        'لم تُرسل: يتلقى عنوان البريد دعوة واحدة في الساعة، ويرسل الصالون مئة دعوة في اليوم. يُرجى المحاولة لاحقًا.',
      saved: 'حُفظت التغييرات.',
      sessionsEnded: 'انتهت جميع الجلسات.',
      question: 'هل تريد تعطيل حساب {name}؟',
      deactivated: 'لم يعد بإمكان {name} الدخول.',
    },
  },
}
