import type { Language } from '@silla/locale'

/** What an email about somebody's sign-in says. */
interface SignInNotice {
  heading: string
  subject: string
  text: string
}

/** Texts of emails to staff about how they sign in. */
export interface SignInTexts {
  code: { heading: string; subject(salon: string): string; text(minutes: number): string }
  signedIn: SignInNotice
  passkeyAdded: SignInNotice
  passkeyDeleted: SignInNotice
  recovered: SignInNotice
  pinLocked: SignInNotice
  labels: { device: string; at: string }
  ignoreCode: string
  /** When it was somebody else. */
  notYou: string
}

export const signInTexts: Record<Language, SignInTexts> = {
  es: {
    code: {
      heading: 'Tu código de acceso',
      subject: (salon) => `Tu código de acceso para el equipo de ${salon}`,
      text: (minutes) => `Este es tu código. Sirve durante ${minutes} minutos y una sola vez.`,
    },
    signedIn: {
      heading: 'Inicio de sesión con un código',
      subject: 'Has iniciado sesión en un dispositivo nuevo',
      text: 'Alguien ha iniciado sesión en tu cuenta con un código que enviamos a este correo.',
    },
    passkeyAdded: {
      heading: 'Nueva llave de acceso',
      subject: 'Se ha añadido una llave de acceso a tu cuenta',
      text: 'Con esta llave se puede iniciar sesión en tu cuenta.',
    },
    passkeyDeleted: {
      heading: 'Llave de acceso borrada',
      subject: 'Se ha borrado una llave de acceso de tu cuenta',
      text: 'Con esta llave ya no se puede iniciar sesión en tu cuenta.',
    },
    recovered: {
      heading: 'Acceso recuperado',
      subject: 'Tu acceso se ha recuperado con un código de recuperación',
      text: 'Se han borrado tus llaves de acceso y se han cerrado todas tus sesiones.',
    },
    pinLocked: {
      heading: 'PIN bloqueado',
      subject: 'Tu PIN se ha bloqueado',
      text: 'Alguien ha probado cinco PIN que no eran el tuyo. Volverá a servir cuando uses tu llave de acceso.',
    },
    labels: { device: 'Dispositivo', at: 'Cuándo' },
    ignoreCode: 'Si no lo has pedido, no hagas nada y no des este código a nadie.',
    notYou: 'Si no has sido tú, avisa enseguida a quien lleva el salón: puede cerrar tus sesiones.',
  },
  en: {
    code: {
      heading: 'Your sign-in code',
      subject: (salon) => `Your sign-in code for the team of ${salon}`,
      text: (minutes) => `This is your code. It works for ${minutes} minutes, and only once.`,
    },
    signedIn: {
      heading: 'Signed in with a code',
      subject: 'You have signed in on a new device',
      text: 'Somebody has signed in to your account with a code that was sent to this address.',
    },
    passkeyAdded: {
      heading: 'New passkey',
      subject: 'A passkey was added to your account',
      text: 'With this passkey it is possible to sign in to your account.',
    },
    passkeyDeleted: {
      heading: 'Passkey deleted',
      subject: 'A passkey of your account was deleted',
      text: 'With this passkey it is no longer possible to sign in to your account.',
    },
    recovered: {
      heading: 'Access recovered',
      subject: 'Your access was recovered with a recovery code',
      text: 'Your passkeys were deleted, and all of your sessions have ended.',
    },
    pinLocked: {
      heading: 'PIN locked',
      subject: 'Your PIN was locked',
      text: 'Somebody has tried five PINs that were not yours. It works again once you use your passkey.',
    },
    labels: { device: 'Device', at: 'When' },
    ignoreCode: 'If you did not request it, do nothing, and give this code to nobody.',
    notYou: 'If it was not you, tell a manager of the salon at once: they can end your sessions.',
  },
  ar: {
    code: {
      heading: 'رمز الدخول الخاص بك',
      subject: (salon) => `رمز الدخول إلى فريق ${salon}`,
      text: (minutes) => `هذا رمزك. يعمل لمدة ${minutes} دقائق ولمرة واحدة فقط.`,
    },
    signedIn: {
      heading: 'تسجيل دخول برمز',
      subject: 'سجّلت الدخول من جهاز جديد',
      text: 'سجّل شخص الدخول إلى حسابك برمز أُرسل إلى هذا البريد.',
    },
    passkeyAdded: {
      heading: 'مفتاح مرور جديد',
      subject: 'أُضيف مفتاح مرور إلى حسابك',
      text: 'يمكن تسجيل الدخول إلى حسابك بهذا المفتاح.',
    },
    passkeyDeleted: {
      heading: 'حُذف مفتاح مرور',
      subject: 'حُذف مفتاح مرور من حسابك',
      text: 'لم يعد من الممكن تسجيل الدخول إلى حسابك بهذا المفتاح.',
    },
    recovered: {
      heading: 'استُعيد الوصول',
      subject: 'استُعيد الوصول إلى حسابك برمز استرداد',
      text: 'حُذفت مفاتيح المرور وانتهت جميع جلساتك.',
    },
    pinLocked: {
      heading: 'قُفل رمز PIN',
      subject: 'قُفل رمز PIN الخاص بك',
      text: 'جرّب شخص خمسة رموز PIN غير صحيحة. سيعمل رمزك مجددًا بعد أن تستخدم مفتاح المرور.',
    },
    labels: { device: 'الجهاز', at: 'الوقت' },
    ignoreCode: 'إذا لم تطلبه فلا تفعل شيئًا، ولا تعطِ هذا الرمز لأحد.',
    notYou: 'إذا لم تكن أنت، فأخبر مدير الصالون فورًا: يمكنه إنهاء جلساتك.',
  },
}
