/**
 * How people praise and blame products: phrases with their valence on VADER's scale, from -4 to 4, laid over VADER's own words.
 *
 * `a|b` stands for either word, `@` for the brand, `#` for a number or a price. Articles, possessives and adverbs of degree are left out of both the phrases and
 * the sentence, `doesn't` is read as `does not`, `Acme's` as `Acme`, and a hyphen as a space.
 */
export const productPhrases: readonly (readonly [valence: number, phrases: string])[] = [
  // Nothing is said of the product by words that VADER, made for tweets, takes for praise or blame.
  [
    0,
    `account|accounts, action|actions, active, admin, advanced, adopt, alert|alerts, alone, amazon, art, asset|assets, attack|attacks, attract, authority, award,
    block|blocks|blocking|blocked, bug tracking|tracker|reports, care, cash, certain, certainly, challenge|challenges, chance, charge|charged|charges, chat|chats,
    clear all, commit|commits, conflict|conflicts, content, crash reports|reporting, create|creates|created|creating|creation, creative|creativity, credit|credits,
    crime, criminal, cut|cuts|cutting, dark, dead, debt, debts, defense, demand, determine, determined, discounted, dynamic, emergency, emotional, encourage,
    energy, engage|engagement|engaged, entertainment, error tracking|reports|messages|message|handling|logs, escape, expand|expands, fan|fans, feeling|feelings,
    fire, fit|fits, fitness, focused, friend|friends, gain|gains, game|gaming, gift|gifts, grand, grant|grants|granted, grow|growing|growth, hand, hard drive|drives,
    hard disk|floor|floors|copy|cover|wired|case|shell, health|healthy, heart, help desk|center|centre|page|pages|article|articles, hero, hidden, high,
    hope|hopes|hoped|hoping, huge, import|imports, important, increase|increased|increases, intelligence, interest|interests, interested, invite|invited, join|joined,
    kill, kind of, legal, loan, low|lower|lowered|lowest, matter|matters, medical, murder, natural, number|numbers, opportunity|opportunities, original,
    pay|pays|paying|paid, play|plays|played|player|playing, please, positive, pressure, prevent, profit|profits, promote, prospect|prospects, question,
    ready, real time, relief, resolve|resolved, respective, respectively, save|saves|saved file|files|as|it, security, sensitive, seriously, share|shares|shared|sharing,
    shoot, shot, smart home|tv|phone|speaker|watch|bulb|plug|device|devices|features, solution|solutions, special, spam protection|filter|filtering, stop|stops,
    sure, tank, tax|taxes, threat|threats, threat model, token|tokens, top, toward, treat, trust, united, value, values, violence, vision, want|wanted|wants, war, warm,
    warning|warnings, well as, wish list, wish lists, worry free, xp, yes, true, agree, agreed, like, no, free, hard, support|supports|supported|supporting, hand,
    no doubt, no wonder, no matter, not only, not just, not to mention, no longer than, free plan|plans|tier|tiers|account|accounts|trial|trials|version|versions, could, ok`,
  ],
  // Praise.
  [
    3.2,
    `best in class, second to none, hard|difficult to beat, no brainer, top notch, gold standard, game changer, wins by, wins hands down, blows away, by far best, must have,
    can not recommend enough, can not go wrong, can not fault, could not be happier, could not ask for, worth every penny, world class, state of art, love it, five stars,
    clear winner, knocks it out, never looked back, head and shoulders, never let me down, can not be beat, can not beat, unbeatable, unmatched, unrivaled, unparalleled`,
  ],
  [
    2.4,
    `difficult|hard to argue against, highly recommend|recommended, strongly recommend, strongest pick|choice|option, top pick|choice|rated|tier, great choice|option|pick,
    best choice|option|pick, go to, industry leading, market leader, award winning, punches above, exceeded expectations, exceeds expectations, works flawlessly,
    works like charm, works perfectly, flawless|flawlessly, rock solid, well worth, sets bar, standard for, stands out, shines|shine, excels|excel, not regret, never regret,
    no regrets, delighted, blazing fast, lightning fast, plug and play, just works, great value, good value, bang for buck, value for money, remarkable|remarkably good,
    joy to use, pleasure to use, fan favorite, reliable|reliably, dependable, consistently praise|praised, praised for, praise|praises|praised, never fails, never failed,
    never crashed|crashes, never had problem|problems|issue|issues, yet to hear|have|find|see, makes up for, more than makes up, most generous, seamless|seamlessly, effortless|effortlessly`,
  ],
  [
    1.8,
    `worth it, worth buying|considering|price|money|having|paying|trying|upgrade|investment, recommend|recommends|recommended, reason to buy, switched|switch|switching|moved|migrated to @,
    stick|stay|sticking with @, stick|stick to @, go|went with @, swear by, prefer|prefers|preferred, use @ if, choose @ if, pick @ if, try @, get @ if, better served by, better off with,
    fast|faster|fastest, quick|quicker|quickest, quickly, snappy, responsive, quiet|quieter|quietest, silent, lightweight, compact, durable, sturdy|sturdier, well built|made|designed|thought,
    polished|polish, intuitive, user friendly, beginner friendly, easy|easier|easiest to, easy, simple|simpler|simplest, straightforward, smooth|smoother|smoothly, hassle free, stress free,
    ad free, bug free, maintenance free, affordable, inexpensive, cheaper|cheapest, budget friendly, cost effective, economical, generous, unlimited, powerful|powerfully,
    versatile, comprehensive, feature rich, full featured, feature packed, packed with, wide range|selection|variety, customizable, scalable, mature, proven, accurate|accurately|precise, crisp,
    sharp|sharper|sharpest, vivid, long lasting, great battery, easy to use|set|install|learn|navigate|clean|carry|thread, no problem|problems, no issue|issues, no complaint|complaints,
    no fee|fees|fuss|hassle|ads|catch, no subscription, no hidden, popular|popularity, favorite|favourite|favorites, trusted, impressed|impressive|impresses, pleased, happy with, good reason,
    forgiving, ergonomic, comfy, stylish, sleek, elegant, gorgeous, high quality|end, better quality, premium quality|feel|build|materials, good quality, great quality, top quality, well worth,
    lasts long|longer, lasts forever, holds up, save|saves|saving|saved time|money|hours|you|us|me, time saver, works great|well|fine|good|beautifully, performs well|nicely|great,
    does job|trick, gets job done, delivers, plus, advantage|advantages, benefit|benefits, strength|strengths, upside, shine|shines, open source, efficient|efficiently|efficiency,
    wins|win|winner, outperforms|outperform|beats, beat, leads, leader|leading, indispensable, essential, invaluable, is fine, been fine, genuinely fine, perfectly fine, is cheap,
    completely|totally|entirely|absolutely free, for free, is free, free of charge, at no cost|charge, at no extra|additional cost, zero cost|costs, offers more, so much more, improvement|improvements|improved`,
  ],
  [
    0.9,
    `is useful, handy, helpful|helps, help|helping, flexible|flexibility, secure|securely, decent|decently, solid, capable, adequate, fine, good enough, not bad, works, worked, work as|like expected|intended, competitive,
    portable|portability, integrates|integrate, integration|integrations, supports unlimited, support is|was great|good|excellent, automatic|automatically, lets you, thorough, consistent|consistently, cool, sale, deal|bargain,
    safe, privacy, transparent|transparency, lots of features, plenty, easily, clean|cleaner, clear|clearer|clearly, warranty, certified, trained, love to see, pretty good`,
  ],
  // Blame.
  [
    -3.2,
    `do not buy|bother|waste|recommend|use|get, never buy|again|use|purchase|recommend, not buy again, would not buy|recommend|suggest, waste of money|time|space, piece of junk|crap|garbage,
    stay|steer clear, stay|keep away, avoid at all, worst, ripoff, rip off, scam, fraud, garbage, junk, trash, unusable, useless, worthless, dead on arrival, fell|falls|fall apart, money back, lemon, paperweight, nightmare,
    by far worst, painfully slow, horrendous, abysmal, atrocious, unacceptable, total loss`,
  ],
  [
    -2.2,
    `avoid|avoiding, alternative|alternatives to nothing, discourage, not worth, overpriced, over priced, give|gave|given|giving up, stopped|quit|stops working, does|did|will not work, not working, not work,
    broke|broken|breaks|broke down, defective|faulty, fails|failed|failing|fail to, refuse|refuses|refused to, crash|crashes|crashed|crashing, freezes|froze|freezing, buggy, bug|bugs|glitch|glitches|glitchy, laggy|lag|lags,
    unreliable, unresponsive, flaky, flimsy, clunky|clumsy, sluggish, slow|slower|slowest|slowly, locked|hidden|gated behind, paywall|paywalled, nickel and dime, hidden fee|fees|cost|costs|charges, price hike|hikes|increase|increases,
    increased|raised|raising|hiked price|prices|pricing, lot to ask, twice|double|triple as much, # times as much, #x as much|price, progressively worse, gotten|getting|got worse, gone downhill, going downhill, indifference|indifferent,
    nonexistent, non existent, switched|switch|switching|moved|migrated|migrating|moving|left from @, replace|replaced|replacing @, ditched|ditch|dropped|leaving|left @, stop|stopped using, cancel|cancelled|canceled, refund|refunds,
    return|returned|returning it|them|this, sent back, send back, headache, frustrating|frustration|frustrated|frustrates, annoying|annoyance|annoys, disappointing|disappointed|disappointment|disappoints, let down, lets down, painful, pain,
    muddy|tinny, mediocre|subpar, sub par, lackluster|underwhelming|underpowered, poor|poorly|poorest, cheaply, cheap plastic|feel|feeling, cheaply made, nothing but trouble|problems, no support|help, downside|downsides, drawback|drawbacks, con, cons,
    disadvantage|disadvantages, shortcoming|shortcomings, weakness|weaknesses|weak point|spot, falls|fall|fell short, deal breaker, dealbreaker, red flag, no way to, no excuse, problem with, problem|problems is|are, biggest problem|complaint|issue|gripe,
    terrible|terribly, awful, horrible, hate|hated|hates, sucks|suck, stinks, rotten, ridiculous, bloated|bloat, privacy invasive, outdated|dated, overhyped|overrated, never works|worked, breach|breaches|breached, data breach, outage|outages`,
  ],
  [
    -1.5,
    `expensive|pricey|costly|steep, more expensive, most expensive, costs|cost more, lack|lacks|lacked|lacking, missing, misses, can not, unable to, inability, does|do|did not support|allow|offer|include|provide|have|come|let|integrate|handle|fit|work|make|require as,
    not supported|included|available|compatible|possible|enough|ideal|intuitive|easy|cheap|great|suitable|support|offer|allow|include|provide|cover|cut, no mobile|native|offline|free|way|option|app|support, only supports|works|allows|lets|includes|covers|has|have|offers|gives|work|support|lasts|lasted,
    only if, only makes sense, is only, was only, only #, limit|limits|limitation|limitations, restrict|restricts|restricted|restrictive|restriction|restrictions, cap|caps|capped, overkill, complicated|complex|confusing|convoluted|cumbersome|fiddly|finicky|tedious|unintuitive,
    steep learning, learning curve, difficult|difficulty, hard|harder|hardest to, tricky, struggle|struggles|struggled, trouble|troubles, issue|issues, problem|problems, complain|complaint|complaints, error|errors, bad|badly, worse, inferior, inaccurate|inconsistent,
    noisy|loud|louder, bulky, heavy|heavier, uncomfortable, ugly, fragile, leak|leaks|leaked|leaking, scratches|scratched, overheats|overheat|overheating, drains|drain, died|dies|die, declined|decline, blocked access, showing its age, shows its age, showing age,
    third party app|apps|tool|plugin, workaround|workarounds, penalizes|penalize|penalises, forces|forced|forcing, fee|fees, surcharge, upsell|upsells|upselling, more than it should, than it should, than they should, than necessary, could be better|faster|cheaper|easier, could use,
    should have, should be better, wish|wished|wishes, unfortunately|sadly, would rather, never use, never will, not recommend, not impressed, not good, not fast|fastest|best|perfect, not cheapest, expected more|better, supposed to, hassle|tedious, intrusive|invasive,
    wait|waiting|waited for, delay|delays|delayed, spam|spammy, ads|advertising, bare bones, watered down, delete|deletes|deleted, downtime, short recordings|battery|lived, so so, vendor lock, locked in, lock in, long wait, poor customer, costing us|me, feel safe, not actually`,
  ],
  [-0.8, `requires|require|requiring, have|has to, need|needed|needs to, only, minor, basic, barely, at first, costs|cost, twice, unclear, less, however, beware|caution, not as, extra cost|charge|fee, additional cost|charge|fee, unless`],
];
