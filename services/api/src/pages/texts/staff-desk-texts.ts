import type { Language } from '@silla/locale'

/** Texts about the devices that a salon shares: their lock screen, and what people set up for it. */
export interface StaffDeskTexts {
  /** The lock screen. */
  title: string
  who: string
  nobody: string
  today: string
  notShared: string
  notSharedHint: string
  signIn: string
  pin: string
  enter: string
  erase: string
  back: string
  lock: string
  signOut: string
  /** What a person sets up on a device of their own. */
  ownPin: string
  ownPinHint: string
  newPin: string
  savePin: string
  removePin: string
  devices: string
  devicesHint: string
  showDevices: string
  deviceName: string
  share: string
  /** What the scripts show. */
  script: {
    hello: string
    noVisits: string
    nobodyWorks: string
    locked: string
    pinSaved: string
    pinRemoved: string
    hasPin: string
    hasNoPin: string
    noDevices: string
    deviceEnded: string
    lastSeen: string
    endDevice: string
  }
}

export const staffDeskTexts: Record<Language, StaffDeskTexts> = {
  es: {
    title: 'Mostrador',
    who: '¿Quién eres?',
    nobody: 'Nadie tiene un PIN todavía. Cada persona crea el suyo en su propio dispositivo.',
    today: 'Hoy',
    notShared: 'Este dispositivo no es compartido',
    notSharedHint:
      'Quien lleva el salón puede compartirlo: entra aquí con su llave de acceso y le pone un nombre.',
    signIn: 'Acceso del equipo',
    pin: 'PIN',
    enter: 'Entrar',
    erase: 'Borrar la última cifra',
    back: 'Otra persona',
    lock: 'Bloquear',
    signOut: 'Cerrar sesión',
    ownPin: 'PIN para dispositivos compartidos',
    ownPinHint: 'De 4 a 8 cifras, para entrar en el mostrador del salón.',
    newPin: 'PIN nuevo',
    savePin: 'Guardar el PIN',
    removePin: 'Quitar el PIN',
    devices: 'Dispositivos compartidos',
    devicesHint:
      'En un dispositivo compartido cada persona entra con su PIN. Al compartir este se cierra aquí tu sesión.',
    showDevices: 'Ver los dispositivos',
    deviceName: 'Nombre de este dispositivo',
    share: 'Compartir este dispositivo',
    script: {
      hello: 'Hola, {name}',
      noVisits: 'Sin citas.',
      nobodyWorks: 'Hoy no trabaja nadie.',
      locked: 'Dispositivo bloqueado.',
      pinSaved: 'PIN guardado.',
      pinRemoved: 'PIN quitado.',
      hasPin: 'Tienes un PIN.',
      hasNoPin: 'No tienes PIN.',
      noDevices: 'El salón no tiene dispositivos compartidos.',
      deviceEnded: 'El dispositivo ya no es compartido.',
      lastSeen: 'Última entrada',
      endDevice: 'Quitar',
    },
  },
  en: {
    title: 'Desk',
    who: 'Who are you?',
    nobody: 'Nobody has a PIN yet. Each person makes their own on a device of their own.',
    today: 'Today',
    notShared: 'This device is not shared',
    notSharedHint:
      'A manager of the salon can share it: they sign in here with their passkey and name it.',
    signIn: 'Team sign-in',
    pin: 'PIN',
    enter: 'Enter',
    erase: 'Delete the last digit',
    back: 'Somebody else',
    lock: 'Lock',
    signOut: 'Sign out',
    ownPin: 'PIN for shared devices',
    ownPinHint: '4 to 8 digits, to sign in at the desk of the salon.',
    newPin: 'New PIN',
    savePin: 'Save the PIN',
    removePin: 'Remove the PIN',
    devices: 'Shared devices',
    devicesHint:
      'On a shared device each person signs in with their PIN. Sharing this one ends your session here.',
    showDevices: 'Show the devices',
    deviceName: 'Name of this device',
    share: 'Share this device',
    script: {
      hello: 'Hello, {name}',
      noVisits: 'No visits.',
      nobodyWorks: 'Nobody works today.',
      locked: 'Device locked.',
      pinSaved: 'PIN saved.',
      pinRemoved: 'PIN removed.',
      hasPin: 'You have a PIN.',
      hasNoPin: 'You have no PIN.',
      noDevices: 'The salon has no shared devices.',
      deviceEnded: 'The device is not shared any more.',
      lastSeen: 'Last sign-in',
      endDevice: 'Remove',
    },
  },
  ar: {
    title: 'الاستقبال',
    who: 'من أنت؟',
    nobody: 'لا أحد لديه رمز PIN بعد. ينشئ كل شخص رمزه على جهازه الخاص.',
    today: 'اليوم',
    notShared: 'هذا الجهاز غير مشترك',
    notSharedHint: 'يمكن لمدير الصالون مشاركته: يدخل هنا بمفتاح المرور ويمنحه اسمًا.',
    signIn: 'دخول الفريق',
    pin: 'رمز PIN',
    enter: 'دخول',
    erase: 'حذف آخر رقم',
    back: 'شخص آخر',
    lock: 'قفل',
    signOut: 'تسجيل الخروج',
    ownPin: 'رمز PIN للأجهزة المشتركة',
    ownPinHint: 'من 4 إلى 8 أرقام، للدخول في استقبال الصالون.',
    newPin: 'رمز PIN جديد',
    savePin: 'حفظ رمز PIN',
    removePin: 'إزالة رمز PIN',
    devices: 'الأجهزة المشتركة',
    devicesHint: 'على الجهاز المشترك يدخل كل شخص برمزه. مشاركة هذا الجهاز تُنهي جلستك هنا.',
    showDevices: 'عرض الأجهزة',
    deviceName: 'اسم هذا الجهاز',
    share: 'مشاركة هذا الجهاز',
    script: {
      hello: 'مرحبًا، {name}',
      noVisits: 'لا مواعيد.',
      nobodyWorks: 'لا أحد يعمل اليوم.',
      locked: 'قُفل الجهاز.',
      pinSaved: 'حُفظ رمز PIN.',
      pinRemoved: 'أُزيل رمز PIN.',
      hasPin: 'لديك رمز PIN.',
      hasNoPin: 'ليس لديك رمز PIN.',
      noDevices: 'ليس لدى الصالون أجهزة مشتركة.',
      deviceEnded: 'لم يعد الجهاز مشتركًا.',
      lastSeen: 'آخر دخول',
      endDevice: 'إزالة',
    },
  },
}
