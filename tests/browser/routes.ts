/** The addresses of the site, as the requirements list them. */

/** R-ROUTE-01 to R-ROUTE-15, and a word of the title of each. */
export const PAGES = [
  ["/", /Eyrie/],
  ["/AboutUs", /About/],
  ["/CaseStudies", /Case studies/i],
  ["/Blogs", /Blogs/],
  ["/Agency", /Agency/],
  ["/Academy", /Academy/],
  ["/Advisory", /Advisory/],
  ["/WorkWithUs", /Work With Us|Careers/i],
  ["/ToursandWorkshops", /Tours/],
  ["/ContactUs", /Contact/],
  ["/PrivacyPolicy", /Privacy Policy/],
  ["/TermsandConditions", /Terms/],
  ["/RefundandCancellationPolicy", /Refund/],
  ["/Privyr", /Privyr/],
  ["/DigitalMarketingCourse", /Digital Marketing Course/],
] as const;

/** R-ROUTE-16. */
export const ARTICLES = [
  "/TheRecessionisBeneficial",
  "/SixStepstoBecomeaCrorepati",
  "/TheLawofWastedEfforts",
  "/ColdEmailingSecrets",
  "/SixPillarsofDigitalMarketing",
  "/HowtoStartaDigitalMarketingAgency",
  "/DigitalMarketingProjects",
  "/MBAMarketingProjectTopics",
  "/DigitalMarketingSpecialist",
  "/TypesofDigitalMarketing",
  "/DigitalMarketingTrends",
  "/ScopeofDigitalMarketing",
  "/DigitalMarketingJobsforFreshers",
  "/CompleteDigitalMarketingCourse",
  "/DigitalMarketingCourseAfter10th",
  "/DigitalMarketingCourseAfter12th",
] as const;

/** All 31, as they are linked to. */
export const ROUTES = [...PAGES.map(([path]) => path), ...ARTICLES].map((path) => (path === "/" ? path : `${path}/`));
