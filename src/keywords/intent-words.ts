import type { IntentLabel } from '../../schema/searches.ts';

export type { IntentLabel } from '../../schema/searches.ts';

/**
 * What a searcher wants (Broder 2002, "A taxonomy of web search", with the commercial investigation that SEO tools add): to know something, to
 * choose among offers, to do or buy something, to get to a certain site. Of two that weigh the same the first counts.
 */
export const intentLabels: readonly IntentLabel[] = ['informational', 'commercial', 'transactional', 'navigational'];

/** The words of a label, without accents, those that tell most first: three classes, split by commas. `^`: only at the
 * beginning, where a question has it; `~`: not at the beginning, where it is part of a name ("price elasticity"). */
type Cues = readonly [strong: string, usual: string, weak: string];

/** Words that tell what a searcher wants. A phrase counts in place of the words within it. */
export const intentWords: Readonly<Record<string, Readonly<Record<IntentLabel, Cues>>>> = {
  en: {
    navigational: [
      'login,log in,log into,signin,sign in,sign into,official website,official site,homepage,webmail,customer service number',
      'website,my account,contact number,phone number,customer service,opening hours,opening times,dashboard,portal,careers,headquarters,status page',
      '~contact,~hours,~support,~app',
    ],
    transactional: [
      'where to buy,where can i buy,where to get,buy,purchase,for sale,coupon,coupons,coupon code,promo code,discount code,voucher,free download,for rent,to rent,near me,best price,best prices,best deal,best deals,order online,buy online,book a,hire a,free trial',
      'order,cheap,~deal,~deals,~sale,~discount,~price,~prices,~pricing,~quote,~quotes,download,hire,~rent,~rental,rentals,book,~booking,~tickets,~delivery,~shop,~store,wholesale,supplier,suppliers,subscribe,apply,apply for,reserve,in stock,free shipping,~template,templates,printable,generator,calculator,converter,install service,repair service,refurbished',
      'online,~cost,~service,~services,used,second hand,emergency,installer,installers,plumber,free,subscription',
    ],
    commercial: [
      'vs,versus,review,reviews,best,top 10,top 5,alternatives,alternatives to,compared,~comparison,is it worth,worth it,pros and cons,which is better,difference in price',
      'alternative,compare,rated,cheapest,affordable,recommended,brands,better than,should i buy,to buy,under,ratings',
      '~top,^budget,software,tool,tools,companies,agency,agencies,providers,courses,~platform,pro,for beginners,~quality',
    ],
    informational: [
      '^how to,^how do,^how does,^how many,^how much,^how long,^how often,^what is,^what are,^what does,^what do,^what causes,^why,meaning,definition,tutorial,recipe,symptoms,explained,examples,^can you,^can i,^can,^does,^do,^is it,^are,how to',
      '^how,^what,^when,^who,^where,^is,^should,^will,^did,^was,guide,tips,ideas,causes,history,benefits,side effects,instructions,statistics,troubleshooting,not working,error,fix,types of,checklist,difference between,syntax,cheat sheet,without,signs of,treatment',
      'facts,learn,example,care,timeline,theory,list of,make,clean,remove,grow,uses,advice,dimensions,size,temperature,time,schedule,training,rules,law,requirements',
    ],
  },
  de: {
    navigational: [
      'login,anmelden,einloggen,log in,webmail,offizielle seite,startseite,kundenservice nummer',
      'website,webseite,mein konto,~kontakt,telefonnummer,hotline,offnungszeiten,kundenservice,karriere,portal,filiale,filialen',
      '~support,~app',
    ],
    transactional: [
      'kaufen,bestellen,gutschein,gutscheincode,rabattcode,mieten,buchen,zu verkaufen,wo kaufen,in der nahe,download kostenlos,kostenlos herunterladen,gunstig kaufen,online bestellen',
      'gunstig,billig,~preis,~preise,~angebot,~angebote,~rabatt,download,herunterladen,~shop,lieferung,lieferdienst,tickets,~karten,verleih,vermietung,gebraucht,vorlage,rechner,~termin,notdienst,beantragen,abonnieren,kostenvoranschlag,grosshandel,generator',
      'online,~kosten,kostenlos,~dienst,~service,anbieter,firma',
    ],
    commercial: [
      '~test,testsieger,~vergleich,vs,versus,bewertung,bewertungen,beste,bester,bestes,besten,erfahrungen,erfahrung,alternative,alternativen,vor und nachteile,kaufberatung,lohnt sich',
      'top,empfehlung,empfehlungen,gunstigste,gunstigster,oder,marken,preis leistung,stiftung warentest',
      'software,tool,tools,anbieter,hersteller,agentur,fur anfanger,~qualitat,~plattform',
    ],
    informational: [
      '^wie,^was,^warum,^wieso,^weshalb,^wann,^wer,^wo,bedeutung,definition,anleitung,rezept,symptome,erklart,beispiele,^kann,^darf,^muss,^ist',
      'tipps,ideen,ursachen,geschichte,vorteile,nebenwirkungen,unterschied,fehler,fehlermeldung,geht nicht,funktioniert nicht,selber machen,hausmittel,checkliste,ratgeber,arten,richtig,behandlung,^welche,^welcher,^welches,wirkung,entfernen,reinigen',
      'lernen,pflege,beispiel,masse,grosse,dauer,gesetz,regeln,voraussetzungen,liste,ohne,pflanzen,schneiden,aufbau',
    ],
  },
  fr: {
    navigational: [
      'connexion,se connecter,login,mon compte,espace client,site officiel,mon espace,webmail',
      'site,contact,telephone,numero de telephone,service client,horaires,horaires d ouverture,recrutement,portail',
      'support,appli,application',
    ],
    transactional: [
      'acheter,achat,ou acheter,commander,reserver,code promo,bon de reduction,a vendre,a louer,pas cher,location,telecharger,telecharger gratuitement,pres de chez moi,a proximite,devis,louer',
      'prix,tarif,tarifs,promo,promotion,promotions,soldes,livraison,boutique,magasin,billet,billets,reservation,occasion,modele gratuit,modele,gratuit,calculateur,simulateur,generateur,grossiste,abonnement,prendre rendez vous,urgence',
      'en ligne,~cout,vente,service,entreprise,reconditionne',
    ],
    commercial: [
      'choisir,comparatif,avis,meilleur,meilleure,meilleurs,meilleures,vs,versus,test,comparaison,alternative,alternatives,avantages et inconvenients,ou bien,classement',
      'top,quel choisir,quelle choisir,marque,marques,rapport qualite prix,moins cher,recommande,faut il acheter',
      'logiciel,outil,outils,agence,fournisseur,formation,pour debutant,qualite,plateforme',
    ],
    informational: [
      '^comment,^pourquoi,^qu est ce que,^c est quoi,^quand,^combien,^qui,^ou,definition,signification,recette,symptomes,tutoriel,tuto,exemple,exemples,explication,^peut on,^est ce que,comment',
      'conseils,idees,causes,histoire,bienfaits,effets secondaires,difference entre,difference,guide,astuces,erreur,ne fonctionne pas,ne marche pas,^quel,^quelle,^quels,^quelles,etapes,traitement,liste,fonctionnement,nettoyer,enlever,faire',
      'apprendre,entretien,dimensions,taille,duree,loi,regles,conditions,sans,types de,fiche,cours',
    ],
  },
  es: {
    navigational: [
      'iniciar sesion,login,acceso clientes,mi cuenta,sitio oficial,pagina oficial,entrar,webmail,area de clientes',
      'web,contacto,telefono,atencion al cliente,horario,horarios,empleo,portal',
      'soporte,app,acceso',
    ],
    transactional: [
      'comprar,compra,donde comprar,pedir online,reservar,codigo descuento,cupon,cupones,en venta,se vende,alquilar,alquiler,cerca de mi,descargar,descargar gratis,presupuesto,contratar,a domicilio',
      'precio,precios,barato,barata,baratos,baratas,oferta,ofertas,descuento,rebajas,envio,tienda,entradas,billetes,reserva,segunda mano,gratis,plantilla,calculadora,generador,mayorista,suscripcion,pedir cita,urgente,tarifa,tarifas',
      'online,coste,costo,venta,servicio,empresa,reacondicionado',
    ],
    commercial: [
      'mejor,mejores,vs,versus,comparativa,opiniones,opinion,resena,resenas,alternativa,alternativas,ventajas y desventajas,ventajas e inconvenientes,comparar,ranking,merece la pena',
      'top,cual comprar,marcas,calidad precio,mas barato,mas baratos,recomendado,analisis',
      'software,herramienta,herramientas,agencia,proveedor,curso,cursos,para principiantes,calidad,plataforma,programas',
    ],
    informational: [
      '^como,^que es,^que son,^que significa,^por que,^cuando,^cuanto,^cuantos,^cuantas,^quien,^donde,significado,definicion,receta,sintomas,tutorial,ejemplos,^se puede,^es,como,para que sirve',
      'consejos,ideas,causas,historia,beneficios,efectos secundarios,diferencia entre,diferencia,diferencias,guia,trucos,error,no funciona,^que,^cual,^cuales,pasos,tratamiento,lista,quitar,limpiar,hacer,propiedades,tipos de,remedios',
      'aprender,cuidados,medidas,tamano,duracion,ley,reglas,requisitos,sin,ejemplo,resumen',
    ],
  },
  it: {
    navigational: [
      'accedi,login,area clienti,area riservata,sito ufficiale,accesso,entra,webmail',
      'sito,contatti,telefono,numero verde,servizio clienti,orari,orari di apertura,lavora con noi,portale',
      'assistenza,app',
    ],
    transactional: [
      'comprare,acquistare,acquisto,dove comprare,ordinare,prenotare,codice sconto,buono sconto,coupon,in vendita,vendita,affitto,noleggio,vicino a me,scaricare,scaricare gratis,preventivo,download gratis,a domicilio',
      'prezzo,prezzi,offerta,offerte,sconto,sconti,economico,economici,economica,spedizione,negozio,biglietti,biglietto,prenotazione,usato,usata,gratis,modello,calcolo,calcolatore,generatore,ingrosso,abbonamento,pronto intervento,tariffe',
      'online,costo,costi,servizio,ditta,ricondizionato',
    ],
    commercial: [
      'migliore,migliori,miglior,vs,versus,confronto,recensione,recensioni,opinioni,alternativa,alternative,pro e contro,classifica,conviene',
      'top,quale comprare,marche,qualita prezzo,piu economico,consigliato,consigliati',
      'software,strumento,strumenti,agenzia,fornitore,corso,corsi,per principianti,qualita,piattaforma,programmi',
    ],
    informational: [
      '^come,^cos e,^cosa,^che cos e,^perche,^quando,^quanto,^quanti,^quante,^chi,^dove,significato,definizione,ricetta,sintomi,tutorial,esempi,^si puo,come,a cosa serve',
      'consigli,idee,cause,storia,benefici,effetti collaterali,differenza tra,differenza,differenze,guida,trucchi,errore,non funziona,^quale,^quali,istruzioni,cura,elenco,togliere,pulire,fare,proprieta,tipi di,rimedi',
      'imparare,dimensioni,misure,durata,legge,regole,requisiti,senza,esempio,riassunto',
    ],
  },
  pt: {
    navigational: [
      'entrar,login,area do cliente,minha conta,site oficial,acesso,webmail',
      'site,contato,contacto,telefone,atendimento,horario,horarios,portal,trabalhe conosco',
      'suporte,app',
    ],
    transactional: [
      'comprar,compra,onde comprar,encomendar,reservar,codigo de desconto,cupom,cupao,a venda,alugar,aluguel,aluguer,perto de mim,baixar,baixar gratis,descarregar,orcamento,contratar',
      'preco,precos,barato,barata,baratos,oferta,ofertas,desconto,promocao,entrega,loja,ingressos,bilhetes,reserva,usado,usados,gratis,modelo,calculadora,gerador,atacado,assinatura,marcar',
      'online,custo,venda,servico,empresa',
    ],
    commercial: [
      'melhor,melhores,vs,versus,comparativo,comparacao,opinioes,avaliacao,avaliacoes,review,alternativa,alternativas,vantagens e desvantagens,ranking,vale a pena',
      'top,qual comprar,marcas,custo beneficio,mais barato,recomendado',
      'software,ferramenta,ferramentas,agencia,fornecedor,curso,cursos,para iniciantes,qualidade,plataforma',
    ],
    informational: [
      '^como,^o que e,^o que,^por que,^porque,^quando,^quanto,^quantos,^quantas,^quem,^onde,significado,definicao,receita,sintomas,tutorial,exemplos,^pode,como,para que serve',
      'dicas,ideias,causas,historia,beneficios,efeitos colaterais,diferenca entre,diferenca,guia,truques,erro,nao funciona,^qual,^quais,passo a passo,tratamento,lista,tirar,limpar,fazer,tipos de,remedio',
      'aprender,medidas,tamanho,duracao,lei,regras,requisitos,sem,exemplo,resumo',
    ],
  },
  nl: {
    navigational: [
      'inloggen,login,mijn account,officiele site,klantenservice nummer,webmail',
      'website,~contact,telefoonnummer,klantenservice,openingstijden,vacatures,portaal',
      '~support,~app',
    ],
    transactional: [
      'kopen,bestellen,waar te koop,te koop,kortingscode,huren,te huur,boeken,in de buurt,downloaden,gratis downloaden,offerte,goedkoop kopen',
      'goedkoop,goedkope,~prijs,~prijzen,aanbieding,aanbiedingen,~korting,~winkel,bezorgen,tickets,kaartjes,verhuur,tweedehands,gratis,sjabloon,rekenmachine,berekenen,groothandel,abonnement,aanvragen',
      'online,~kosten,dienst,bedrijf',
    ],
    commercial: [
      'beste,vs,versus,vergelijken,vergelijking,review,reviews,ervaringen,alternatief,alternatieven,voor en nadelen,~test',
      'top,welke kopen,merken,goedkoopste,aanbevolen',
      'software,tool,tools,bureau,leverancier,cursus,voor beginners,kwaliteit',
    ],
    informational: [
      '^hoe,^wat,^waarom,^wanneer,^wie,^waar,betekenis,definitie,handleiding,recept,symptomen,uitleg,voorbeelden,^kan,^mag,^is',
      'tips,ideeen,oorzaken,geschiedenis,voordelen,bijwerkingen,verschil,fout,werkt niet,zelf maken,checklist,soorten,behandeling,^welke,^hoeveel,verwijderen,schoonmaken',
      'leren,verzorging,voorbeeld,afmetingen,duur,wet,regels,zonder,lijst',
    ],
  },
  pl: {
    navigational: ['logowanie,zaloguj,oficjalna strona,moje konto', 'kontakt,godziny otwarcia,telefon,infolinia,praca', 'pomoc,aplikacja'],
    transactional: [
      'kupic,kup,gdzie kupic,zamow,do wynajecia,na sprzedaz,kod rabatowy,w poblizu,pobierz,pobierz za darmo,zarezerwuj',
      'cena,ceny,cennik,tani,tanie,tania,promocja,rabat,sklep,wynajem,bilety,wycena,kalkulator,uzywane,za darmo,dostawa',
      'online,koszt,usluga,firma',
    ],
    commercial: [
      'najlepszy,najlepsza,najlepsze,ranking,vs,porownanie,opinie,recenzja,alternatywy,wady i zalety,czy warto',
      'test,polecane,jaki wybrac,jaka wybrac,marki',
      'program,programy,narzedzia,agencja,dla poczatkujacych',
    ],
    informational: [
      '^jak,^co to jest,^co to,^dlaczego,^kiedy,^kto,^czym,znaczenie,definicja,przepis,objawy,przyklady,^czy',
      '^co,^gdzie,^ile,porady,pomysly,przyczyny,historia,skutki uboczne,roznica,blad,nie dziala,poradnik,rodzaje,leczenie',
      'zasady,wymiary,przyklad,lista,bez',
    ],
  },
};
