<!doctype html>
<html <?php language_attributes(); ?>>
<head><meta charset="utf-8"><title><?php wp_title(''); ?></title><?php wp_head(); ?></head>
<body>
<?php while (have_posts()) : the_post(); ?>
<article>
<h1><?php the_title(); ?></h1>
<?php the_post_thumbnail('full'); ?>
<div class="content"><?php the_content(); ?></div>
<footer><?php the_category(', '); the_tags(); ?></footer>
</article>
<?php endwhile; ?>
</body>
</html>
