import type { Texts } from './es.ts'

const texts: Texts = {
  loading: 'جارٍ التحميل…',
  close: 'إغلاق',
  retry: 'إعادة المحاولة',
  offline: 'لا يوجد اتصال. تُعاد المحاولة تلقائيًا.',
  busy: 'طلبات كثيرة في وقت واحد. تُعاد المحاولة تلقائيًا.',
  unavailable: 'الخدمة لا تستجيب. تُعاد المحاولة تلقائيًا.',
  failed: 'حدث خطأ ما. حاول مرة أخرى.',

  session: {
    ended: 'انتهت جلستك. سجّل الدخول مرة أخرى للمتابعة.',
    signIn: 'تسجيل الدخول',
  },

  menu: {
    label: 'القائمة',
    shortcuts: 'اختصارات بمفتاح واحد',
    account: 'حسابك',
    signOut: 'تسجيل الخروج',
  },

  views: {
    label: 'طرق العرض',
    dia: 'اليوم',
    semana: 'الأسبوع',
    lista: 'القائمة',
    mes: 'الشهر',
    confirmar: 'بانتظار التأكيد',
    espera: 'قائمة الانتظار',
    buscar: 'العملاء',
  },

  day: {
    today: 'اليوم الحالي',
    previous: 'اليوم السابق',
    next: 'اليوم التالي',
    gridOf: 'جدول {date}',
    keys: 'الأسهم: التنقل. الإدخال: فتح. M: تحريك الموعد بالأسهم، ومع Shift بمقدار 30 دقيقة؛ الإدخال يثبّته وEscape يعيده.',
    lifted: 'رُفع الموعد. الأسهم تحرّكه، والإدخال يثبّته، وEscape يعيده.',
    liftedAt: '{time}، {name}',
    liftedGone: 'تغيّر الموعد الذي كنت تحرّكه.',
    putBack: 'بقي الموعد في مكانه.',
    visits: {
      zero: 'لا مواعيد',
      one: 'موعد واحد',
      two: 'موعدان',
      few: '{n} مواعيد',
      many: '{n} موعدًا',
      other: '{n} موعد',
    },
    off: 'لا يعمل',
    blocked: 'محجوب',
    held: 'قيد الحجز الآن',
    firstVisit: 'أول زيارة',
    hasNotes: 'توجد ملاحظات',
    awaitsPayment: 'بانتظار الدفع',
    closed: 'مغلق',
    partlyClosed: 'إغلاق جزئي',
  },

  states: {
    pendiente: 'بانتظار التأكيد',
    confirmada: 'مؤكد',
    completada: 'تم',
    no_show: 'لم يحضر',
    cancelada: 'ملغى',
  },

  fields: {
    date: 'التاريخ',
    time: 'الوقت',
    professional: 'الاختصاصي',
    phone: 'الهاتف',
    email: 'البريد الإلكتروني',
    notes: 'ملاحظات',
  },

  filter: {
    all: 'كل الفريق',
    some: { one: 'شخص واحد', two: 'شخصان', few: '{n} أشخاص', other: '{n} شخصًا' },
  },

  week: { previous: 'الأسبوع السابق', next: 'الأسبوع التالي', gridOf: 'أسبوع {date}' },

  month: { previous: 'الشهر السابق', next: 'الشهر التالي' },

  list: { none: 'لا شيء في هذا اليوم.' },

  toConfirm: { none: 'كل المواعيد مؤكدة.' },

  waitlist: {
    none: 'لا أحد ينتظر موعدًا.',
    hint: 'عندما يتوفّر وقت يُعرض تلقائيًا على من يناسبه.',
    offered: 'معروض حتى',
  },

  search: {
    label: 'الاسم أو الهاتف أو البريد',
    found: {
      zero: 'لا عملاء',
      one: 'عميل واحد',
      two: 'عميلان',
      few: '{n} عملاء',
      other: '{n} عميلًا',
    },
    none: 'لا أحد بهذا الاسم أو الهاتف أو البريد.',
  },

  sheet: {
    total: 'المجموع',
    rest: 'يُدفع في الصالون',
    notes: 'ملاحظات الموعد',
    reason: 'السبب: {reason}',
    code: 'الرمز',
    confirm: 'تأكيد',
    complete: 'تم',
    noShow: 'لم يحضر',
    move: 'نقل',
    again: 'حجز مرة أخرى',
    cancel: 'إلغاء الموعد',
    done: {
      confirmar: 'تم تأكيد الموعد.',
      completar: 'تم الموعد.',
      'no-show': 'سُجّل: لم يحضر.',
    },
  },

  move: {
    title: 'نقل الموعد',
    before: 'الآن:',
    several: 'كل خدمة كما هي',
    samePrice: 'السعر نفسه.',
    price: 'يتغيّر السعر: من {before} إلى {after}.',
    notified: 'تُرسل رسالة إلى {email}.',
    noEmail: 'لا بريد إلكتروني: أبلغ العميل بنفسك.',
    submit: 'نقل',
    done: 'نُقل الموعد: {when}.',
  },

  cancel: {
    title: 'إلغاء الموعد',
    refund: 'يُعاد {amount}.',
    noRefund: 'لا يوجد ما يُعاد.',
    points: {
      one: 'تُعاد نقطة واحدة.',
      two: 'تُعاد نقطتان.',
      few: 'تُعاد {n} نقاط.',
      other: 'تُعاد {n} نقطة.',
    },
    reason: 'السبب',
    reasonHint: 'يقرؤه العميل.',
    note: 'ملاحظة داخلية',
    noteHint: 'للفريق فقط.',
    submit: 'إلغاء الموعد',
    done: 'أُلغي الموعد.',
  },

  card: {
    title: 'بطاقة العميل',
    blocked: 'لا يمكنه الحجز عبر الإنترنت.',
    visits: 'الزيارات',
    noShows: 'الغيابات',
    lastVisit: 'الأخيرة',
    nextVisit: 'القادمة',
    spent: 'أنفق',
    services: 'يطلب عادةً',
    times: { one: 'مرة واحدة', two: 'مرتان', few: '{n} مرات', other: '{n} مرة' },
    notes: 'ملاحظات',
    noNotes: 'لا ملاحظات.',
    newNote: 'ملاحظة جديدة',
    addNote: 'إضافة ملاحظة',
    noteSaved: 'حُفظت الملاحظة.',
    kinds: {
      nota: 'ملاحظة',
      formula: 'تركيبة',
      preferencia: 'تفضيل',
      alergia: 'حساسية',
    },
  },

  booking: {
    title: 'موعد جديد',
    walkIn: 'بلا موعد',
    anyone: 'أي شخص',
    customer: 'العميل',
    customerHint: 'الاسم أو الهاتف؛ الاسم الجديد ينشئ بطاقة.',
    otherCustomer: 'تغيير',
    unnamed: 'بلا اسم',
    services: 'الخدمات',
    findService: 'ابحث عن خدمة',
    noCustomer: 'اكتب اسمًا.',
    noServices: 'اختر خدمة.',
    submit: 'احجز',
    done: 'تم الحجز: {when}.',
  },

  block: {
    title: 'حجب وقت',
    from: 'من',
    until: 'إلى',
    reason: 'السبب',
    submit: 'حجب',
    done: 'حُجب الوقت.',
    delete: 'إزالة الحجب',
    deleted: 'أُزيل الحجب.',
  },
}

export default texts
