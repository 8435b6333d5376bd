import type { MissingFact, Onboarding } from '@silla/core'
import type { Language } from '@silla/locale'

/** Texts of the page on which a salon completes its account at Stripe (D53). */
export interface OnboardingTexts {
  states: Record<Onboarding['state'], { title: string; text: string }>
  /** Above the list of what is missing. */
  missing: string
  facts: Record<MissingFact, string>
  /** The processor could not be reached: the state is an older one. */
  notCurrent: string
  /** With `{email}`. */
  willSend: string
  send: string
  /** With `{email}`. */
  sent: string
  code: string
  continue: string
  sendAgain: string
  noEmail: string
  tooManyCodes: string
  away: string
  noAccess: string
  /** From the status to the page with the button. */
  complete: string
  checkAgain: string
  goneTitle: string
  goneText: string
}

export const onboardingTexts: Record<Language, OnboardingTexts> = {
  es: {
    states: {
      incomplete: {
        title: 'Prepara los cobros con tarjeta',
        text: 'Stripe cobra a tus clientes y te paga en tu cuenta bancaria. Para empezar, pon los datos de tu salón en su página.',
      },
      pending: {
        title: 'Stripe está revisando tus datos',
        text: 'No tienes que hacer nada. Suele tardar unos minutos, y a veces un día o dos.',
      },
      ready: {
        title: 'Ya puedes cobrar con tarjeta',
        text: 'Tu cuenta de Stripe está activa. Tus clientes pueden pagar online si así lo dicen tus ajustes.',
      },
      unsupported: {
        title: 'Stripe no puede activar los cobros',
        text: 'Con los datos de tu salón Stripe no admite tarjetas. Habla con quien lleva la plataforma de reservas.',
      },
    },
    missing: 'Stripe todavía necesita:',
    facts: {
      company: 'Qué tipo de negocio eres, autónomo o empresa, y su número fiscal',
      person: 'Los datos de quien responde por el salón: nombre, fecha de nacimiento y dirección',
      document: 'Una foto de un documento, como el DNI o el pasaporte',
      activity: 'A qué se dedica el salón, y qué nombre verán tus clientes en su extracto',
      bank: 'La cuenta bancaria en la que quieres cobrar',
      terms: 'Que aceptes las condiciones de Stripe',
      other: 'Algún dato más, que Stripe te explica en su página',
    },
    notCurrent: 'Stripe no responde ahora mismo. Esto es lo último que sabemos.',
    willSend:
      'Para saber que eres del salón, te enviamos un código a {email}. Con él sigues en Stripe.',
    send: 'Enviarme el código',
    sent: 'Hemos enviado un código a {email}. Sirve durante 10 minutos.',
    code: 'Código de seis cifras',
    continue: 'Seguir en Stripe',
    sendAgain: 'Enviar otro código',
    noEmail:
      'El salón no tiene un correo de contacto, y sin él no podemos enviarte un código. Pide a quien lleva la plataforma que lo añada.',
    tooManyCodes: 'Ya hemos enviado varios códigos. Usa el último, o pide otro dentro de una hora.',
    away: 'Stripe no responde ahora mismo. Espera un momento y vuelve a intentarlo con el mismo código.',
    noAccess:
      'Stripe ya no nos da acceso a tu cuenta. Habla con quien lleva la plataforma de reservas.',
    complete: 'Completar los datos',
    checkAgain: 'Comprobar de nuevo',
    goneTitle: 'Este enlace ya no sirve',
    goneText: 'Puede faltar una parte, o se ha enviado otro. Pide uno nuevo a quien te lo envió.',
  },
  en: {
    states: {
      incomplete: {
        title: 'Set up card payments',
        text: 'Stripe charges your customers and pays you out to your bank account. To start, enter the details of your salon on its page.',
      },
      pending: {
        title: 'Stripe is checking your details',
        text: 'There is nothing for you to do. It usually takes some minutes, and at times a day or two.',
      },
      ready: {
        title: 'You can charge cards now',
        text: 'Your Stripe account is active. Your customers can pay online if your settings say so.',
      },
      unsupported: {
        title: 'Stripe cannot turn payments on',
        text: 'With the details of your salon Stripe takes no cards. Talk to the operator of the booking platform.',
      },
    },
    missing: 'Stripe still needs:',
    facts: {
      company: 'What kind of business you are, sole trader or company, and its tax number',
      person: 'Who is responsible for the salon: name, date of birth and address',
      document: 'A photo of a document, such as an identity card or a passport',
      activity: 'What the salon does, and the name that your customers see on their statement',
      bank: 'The bank account that you want to be paid to',
      terms: "That you accept Stripe's terms",
      other: 'Something else, which Stripe explains on its page',
    },
    notCurrent: 'Stripe does not answer at the moment. This is the last that we know.',
    willSend:
      'So that we know you are from the salon, we send a code to {email}. With it you go on to Stripe.',
    send: 'Send me the code',
    sent: 'We have sent a code to {email}. It is valid for 10 minutes.',
    code: 'Six-digit code',
    continue: 'Continue at Stripe',
    sendAgain: 'Send another code',
    noEmail:
      'The salon has no contact email, and without it we cannot send you a code. Have it added by the people who run the platform.',
    tooManyCodes:
      'We have sent several codes already. Use the last one, or request another in an hour.',
    away: 'Stripe does not answer at the moment. Wait a little and try again with the same code.',
    noAccess:
      'Stripe no longer gives us access to your account. Talk to the operator of the booking platform.',
    complete: 'Complete the details',
    checkAgain: 'Check again',
    goneTitle: 'This link no longer works',
    goneText:
      'A part of it may be missing, or there is a newer one. Request a new link from the person who sent it.',
  },
  ar: {
    states: {
      incomplete: {
        title: 'جهّز الدفع بالبطاقة',
        text: 'تحصّل Stripe المبالغ من عملائك وتحوّلها إلى حسابك البنكي. للبدء أدخل بيانات صالونك في صفحتها.',
      },
      pending: {
        title: 'تراجع Stripe بياناتك',
        text: 'ليس عليك فعل شيء. يستغرق ذلك عادة بضع دقائق، وأحيانًا يومًا أو يومين.',
      },
      ready: {
        title: 'يمكنك الآن قبول البطاقات',
        text: 'حسابك في Stripe مفعّل. يستطيع عملاؤك الدفع عبر الإنترنت إذا كانت إعداداتك تسمح بذلك.',
      },
      unsupported: {
        title: 'لا تستطيع Stripe تفعيل الدفع',
        text: 'لا تقبل Stripe البطاقات ببيانات صالونك. تواصل مع من يدير منصة الحجز.',
      },
    },
    missing: 'ما زالت Stripe تحتاج إلى:',
    facts: {
      company: 'نوع نشاطك، فردي أو شركة، ورقمه الضريبي',
      person: 'بيانات المسؤول عن الصالون: الاسم وتاريخ الميلاد والعنوان',
      document: 'صورة وثيقة مثل بطاقة الهوية أو جواز السفر',
      activity: 'نشاط الصالون، والاسم الذي يراه عملاؤك في كشف حسابهم',
      bank: 'الحساب البنكي الذي تريد استلام الأموال فيه',
      terms: 'موافقتك على شروط Stripe',
      other: 'معلومة أخرى تشرحها Stripe في صفحتها',
    },
    notCurrent: 'لا تستجيب Stripe حاليًا. هذا آخر ما نعرفه.',
    willSend: 'لنتأكد أنك من الصالون نرسل رمزًا إلى {email}، وبه تتابع إلى Stripe.',
    send: 'أرسلوا لي الرمز',
    sent: 'أرسلنا رمزًا إلى {email}. الرمز صالح لمدة 10 دقائق.',
    code: 'الرمز المكوّن من ستة أرقام',
    continue: 'المتابعة إلى Stripe',
    sendAgain: 'إرسال رمز آخر',
    noEmail:
      'ليس للصالون بريد إلكتروني للتواصل، ومن دونه لا نستطيع إرسال رمز إليك. اطلب إضافته ممن يدير المنصة.',
    tooManyCodes: 'أرسلنا عدة رموز بالفعل. استخدم آخر رمز أو اطلب رمزًا آخر بعد ساعة.',
    away: 'لا تستجيب Stripe حاليًا. انتظر قليلًا ثم حاول مرة أخرى بالرمز نفسه.',
    noAccess: 'لم تعد Stripe تتيح لنا الوصول إلى حسابك. تواصل مع من يدير منصة الحجز.',
    complete: 'إكمال البيانات',
    checkAgain: 'التحقق من جديد',
    goneTitle: 'هذا الرابط لم يعد صالحًا',
    goneText: 'ربما ينقص جزء منه أو أُرسل رابط أحدث. اطلب رابطًا جديدًا ممن أرسله إليك.',
  },
}
