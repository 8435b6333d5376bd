import type { Language } from '@silla/locale'

/** Texts of the page on which staff sign in, and those that all pages of staff share. */
export interface StaffTexts {
  title: string
  withPasskey: string
  withCode: string
  withCodeHint: string
  email: string
  sendCode: string
  code: string
  signIn: string
  withRecovery: string
  recoveryCode: string
  recover: string
  noScript: string
  noPasskey: string
  passkeys: string
  passkeyName: string
  addPasskey: string
  sessions: string
  otherSalons: string
  recoveryCodes: string
  recoveryCodesHint: string
  newRecoveryCodes: string
  signOut: string
  /** What the script shows. */
  script: {
    offline: string
    cancelled: string
    /** The device has a passkey of this person already. */
    hasPasskey: string
    /** The browser or the device cannot use passkeys. */
    noPasskeys: string
    codeSent: string
    passkeyAdded: string
    passkeyRemoved: string
    sessionEnded: string
    codesShown: string
    lastUsed: string
    never: string
    thisDevice: string
    remove: string
    end: string
    open: string
    /** By their words on the wire. */
    roles: Readonly<Record<string, string>>
  }
}

export const staffTexts: Record<Language, StaffTexts> = {
  es: {
    title: 'Acceso del equipo',
    withPasskey: 'Entrar con llave de acceso',
    withCode: 'Entrar con un código por correo',
    withCodeHint: 'Para un dispositivo nuevo. Después crea una llave de acceso.',
    email: 'Correo',
    sendCode: 'Enviar código',
    code: 'Código de seis cifras',
    signIn: 'Entrar',
    withRecovery: 'Entrar con un código de recuperación',
    recoveryCode: 'Código de recuperación',
    recover: 'Recuperar el acceso',
    noScript: 'Para entrar hace falta JavaScript.',
    noPasskey: 'Todavía no tienes una llave de acceso. Crea una para entrar sin código.',
    passkeys: 'Llaves de acceso',
    passkeyName: 'Nombre de la llave',
    addPasskey: 'Crear una llave de acceso',
    sessions: 'Sesiones',
    otherSalons: 'Otros salones',
    recoveryCodes: 'Códigos de recuperación',
    recoveryCodesHint:
      'Diez códigos para entrar si pierdes tus llaves. Guárdalos en papel: solo se muestran ahora.',
    newRecoveryCodes: 'Crear códigos nuevos',
    signOut: 'Cerrar sesión',
    script: {
      offline: 'No hay conexión. Vuelve a intentarlo.',
      cancelled: 'No se ha usado ninguna llave de acceso.',
      hasPasskey: 'Este dispositivo ya tiene una llave de acceso tuya.',
      noPasskeys: 'Este navegador no puede usar llaves de acceso. Entra con un código por correo.',
      codeSent: 'Si el correo es de un equipo, te hemos enviado un código.',
      passkeyAdded: 'Llave de acceso creada.',
      passkeyRemoved: 'Llave de acceso borrada.',
      sessionEnded: 'Sesión cerrada.',
      codesShown: 'Códigos nuevos creados; los anteriores ya no sirven.',
      lastUsed: 'Último uso',
      never: 'nunca',
      thisDevice: 'Este dispositivo',
      remove: 'Borrar',
      end: 'Cerrar',
      open: 'Abrir',
      roles: {
        propietario: 'Propietario',
        encargado: 'Encargado',
        recepcion: 'Recepción',
        profesional: 'Profesional',
      },
    },
  },
  en: {
    title: 'Team sign-in',
    withPasskey: 'Sign in with a passkey',
    withCode: 'Sign in with a code by e-mail',
    withCodeHint: 'For a new device. Make a passkey afterwards.',
    email: 'E-mail',
    sendCode: 'Send a code',
    code: 'Six-digit code',
    signIn: 'Sign in',
    withRecovery: 'Sign in with a recovery code',
    recoveryCode: 'Recovery code',
    recover: 'Recover access',
    noScript: 'Signing in needs JavaScript.',
    noPasskey: 'You have no passkey yet. Make one to sign in without a code.',
    passkeys: 'Passkeys',
    passkeyName: 'Name of the passkey',
    addPasskey: 'Make a passkey',
    sessions: 'Sessions',
    otherSalons: 'Other salons',
    recoveryCodes: 'Recovery codes',
    recoveryCodesHint:
      'Ten codes to sign in when you lose your passkeys. Keep them on paper: they are shown only now.',
    newRecoveryCodes: 'Make new codes',
    signOut: 'Sign out',
    script: {
      offline: 'There is no connection. Please try again.',
      cancelled: 'No passkey was used.',
      hasPasskey: 'This device has a passkey of yours already.',
      noPasskeys: 'This browser cannot use passkeys. Sign in with a code by e-mail.',
      codeSent: 'If the e-mail belongs to a team, a code is on its way.',
      passkeyAdded: 'Passkey made.',
      passkeyRemoved: 'Passkey deleted.',
      sessionEnded: 'Session ended.',
      codesShown: 'New codes made; those before no longer work.',
      lastUsed: 'Last used',
      never: 'never',
      thisDevice: 'This device',
      remove: 'Delete',
      end: 'End',
      open: 'Open',
      roles: {
        propietario: 'Owner',
        encargado: 'Manager',
        recepcion: 'Reception',
        profesional: 'Professional',
      },
    },
  },
  ar: {
    title: 'دخول الفريق',
    withPasskey: 'الدخول بمفتاح المرور',
    withCode: 'الدخول برمز عبر البريد',
    withCodeHint: 'لجهاز جديد. أنشئ بعد ذلك مفتاح مرور.',
    email: 'البريد الإلكتروني',
    sendCode: 'إرسال الرمز',
    code: 'رمز من ستة أرقام',
    signIn: 'دخول',
    withRecovery: 'الدخول برمز استرداد',
    recoveryCode: 'رمز الاسترداد',
    recover: 'استعادة الوصول',
    noScript: 'يتطلب الدخول تشغيل JavaScript.',
    noPasskey: 'ليس لديك مفتاح مرور بعد. أنشئ واحدًا للدخول من دون رمز.',
    passkeys: 'مفاتيح المرور',
    passkeyName: 'اسم المفتاح',
    addPasskey: 'إنشاء مفتاح مرور',
    sessions: 'الجلسات',
    otherSalons: 'صالونات أخرى',
    recoveryCodes: 'رموز الاسترداد',
    recoveryCodesHint: 'عشرة رموز للدخول إذا فقدت مفاتيحك. احفظها على ورق: تظهر الآن فقط.',
    newRecoveryCodes: 'إنشاء رموز جديدة',
    signOut: 'تسجيل الخروج',
    script: {
      offline: 'لا يوجد اتصال. حاول مرة أخرى.',
      cancelled: 'لم يُستخدم أي مفتاح مرور.',
      hasPasskey: 'يوجد على هذا الجهاز مفتاح مرور لك بالفعل.',
      noPasskeys: 'لا يمكن لهذا المتصفح استخدام مفاتيح المرور. سجّل الدخول برمز عبر البريد.',
      codeSent: 'إذا كان البريد لأحد أعضاء فريق، فقد أرسلنا إليه رمزًا.',
      passkeyAdded: 'أُنشئ مفتاح المرور.',
      passkeyRemoved: 'حُذف مفتاح المرور.',
      sessionEnded: 'انتهت الجلسة.',
      codesShown: 'أُنشئت رموز جديدة، والرموز السابقة لم تعد تعمل.',
      lastUsed: 'آخر استخدام',
      never: 'أبدًا',
      thisDevice: 'هذا الجهاز',
      remove: 'حذف',
      end: 'إنهاء',
      open: 'فتح',
      roles: {
        propietario: 'المالك',
        encargado: 'المدير',
        recepcion: 'الاستقبال',
        profesional: 'المختص',
      },
    },
  },
}
