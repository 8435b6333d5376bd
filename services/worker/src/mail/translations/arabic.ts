import type { Translation } from './translation.ts'

export const arabic: Translation = {
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  comma: '، ',
  greeting: (name) => (name ? `مرحبًا ${name}،` : 'مرحبًا،'),
  footer: (salon) => `${salon}. كُتبت هذه الرسالة آليًا.`,
  labels: {
    services: 'الخدمات',
    professional: 'مع',
    day: 'اليوم',
    time: 'الساعة',
    total: 'المجموع',
    code: 'الرمز',
    place: 'العنوان',
    cancelUntil: 'يمكن الإلغاء حتى',
    reason: 'السبب',
    products: 'المنتجات',
    keptUntil: 'محجوز حتى',
    amount: 'المبلغ',
    received: 'المبلغ الوارد',
    customer: 'العميل',
    payment: 'الدفعة',
    account: 'الحساب',
  },
  code: {
    subject: (salon) => `رمز الدخول الخاص بك إلى ${salon}`,
    text: (minutes) => `هذا هو رمزك. يصلح لمدة ${minutes} دقائق ولمرة واحدة فقط.`,
    ignore: 'إذا لم تطلبه فلا داعي لفعل أي شيء: لا يمكن لأحد الدخول دون الرمز.',
  },
  alreadyRegistered: {
    subject: (salon) => `لديك حساب بالفعل في ${salon}`,
    text: 'حاول شخص ما فتح حساب بهذا البريد الإلكتروني، وهناك حساب بالفعل. إذا كنت أنت، فسجّل الدخول به.',
    ignore: 'إذا لم تكن أنت فلا داعي لفعل أي شيء: حسابك كما كان.',
  },
  noAccount: {
    subject: (salon) => `ليس لديك حساب في ${salon} بعد`,
    text: 'حاول شخص ما تسجيل الدخول بهذا البريد الإلكتروني، ولا يوجد حساب به. إذا كنت أنت، فأنشئ حسابًا بهذا البريد في المكان نفسه، وستظهر المواعيد التي حجزتها به في حسابك.',
    ignore: 'إذا لم تكن أنت فلا داعي لفعل أي شيء.',
  },
  bookingReceived: {
    subject: (when, salon) => `استلمنا حجزك: ${when} · ${salon}`,
    toBeConfirmed: 'استلمنا حجزك. الموعد محفوظ لك، وسنكتب إليك فور تأكيده.',
    toBePaid: (until) => `استلمنا حجزك. الموعد محفوظ لك حتى الدفع، وفي أقصى حد حتى ${until}.`,
  },
  bookingConfirmed: {
    subject: (when, salon) => `تأكيد الموعد: ${when} · ${salon}`,
    text: 'تم تأكيد موعدك. نحن بانتظارك.',
  },
  bookingRescheduled: {
    subject: (when, salon) => `موعد جديد: ${when} · ${salon}`,
    text: (before) => `تغيّر موعدك. كان موعدك السابق ${before}.`,
    toBeConfirmed: (before) =>
      `تغيّر موعد حجزك. كان موعدك السابق ${before}. الوقت الجديد محفوظ لك، لكنه لم يُؤكَّد بعد.`,
  },
  bookingCancelled: {
    subject: (when, salon) => `إلغاء الموعد: ${when} · ${salon}`,
    byCustomer: 'ألغينا موعدك كما طلبت.',
    byBusiness: 'نأسف لإبلاغك بأننا اضطررنا إلى إلغاء موعدك.',
    bySystem: 'أُلغي موعدك.',
  },
  bookingExpired: {
    subject: (when, salon) => `انتهت صلاحية الحجز: ${when} · ${salon}`,
    text: 'لم يكتمل حجزك في الوقت المحدد فانتهت صلاحيته. الموعد متاح من جديد، ويسعدنا أن تحجز مرة أخرى.',
  },
  bookingReminder: {
    subject: (when, salon) => `تذكير: ${when} · ${salon}`,
    text: 'نذكّرك بموعدك. نحن بانتظارك.',
  },
  orderReceived: {
    subject: (code, salon) => `استلمنا طلبك ${code} · ${salon}`,
    text: (until) => `استلمنا طلبك. نحتفظ به لك حتى الدفع، وفي أقصى حد حتى ${until}.`,
    textOnly: 'استلمنا طلبك.',
  },
  orderPaid: {
    subject: (code, salon) => `تم دفع الطلب ${code} · ${salon}`,
    text: 'استلمنا دفعتك، شكرًا لك. طلبك بانتظارك.',
  },
  orderExpired: {
    subject: (code, salon) => `انتهت صلاحية الطلب ${code} · ${salon}`,
    text: 'لم يُدفع طلبك في الوقت المحدد فانتهت صلاحيته. يسعدنا أن تطلب مرة أخرى.',
  },
  paymentFailed: {
    subject: (salon) => `لم تكتمل عملية الدفع · ${salon}`,
    text: 'لم تكتمل عملية الدفع ولم يُخصم منك شيء. يمكنك المحاولة مرة أخرى بالبطاقة نفسها أو ببطاقة أخرى.',
  },
  refundFailed: {
    subject: (what) => `فشلت إعادة مبلغ: ${what}`,
    text: 'لم يتمكن معالج البطاقات من إعادة هذا المبلغ، ولا يزال العميل بانتظاره. يُرجى مراجعة الأمر في حسابكم لدى المعالج أو إعادة المبلغ بطريقة أخرى.',
  },
  dispute: {
    subject: (what) => `اعتراض على دفعة: ${what}`,
    text: 'اعترض العميل على هذه الدفعة لدى مصرفه. هناك مهلة للرد: يُرجى الاطلاع عليها في حسابكم لدى المعالج.',
  },
  paymentReview: {
    subject: (what) => `يُرجى مراجعة دفعة: ${what}`,
    text: 'وصل مبلغ مختلف عن المبلغ المطلوب. لم يُؤكَّد شيء ولم يُعَد شيء: يُرجى مراجعة الدفعة واتخاذ القرار.',
  },
  accountRestricted: {
    subject: (salon) => `لا يمكن لـ ${salon} قبول البطاقات حاليًا`,
    text: 'قيّد معالج البطاقات حسابكم. تستمر الحجوزات في الوصول لكن دون دفع. يوضح حسابكم لدى المعالج ما ينقص.',
  },
}
